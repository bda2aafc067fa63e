import { type NodeView, notReady, READY, type Readiness } from "@reeve/orchestrator/engine";
import { STORAGE } from "../agent/beans.ts";
import { cqlAnswers } from "../agent/cql-answers.ts";
import { closedAtStart } from "./closed.ts";
import type { DatabaseAccess, Member, Members } from "./members.ts";
import { type ClusterView, isClosed, viewFrom } from "./view.ts";

/** Whether a node and its peers say that it serves clients. Other steps of the plan handle peers that serve none. */
export async function isReady(
  node: NodeView,
  { members, records, served, room }: Pick<DatabaseAccess, "members" | "records" | "served" | "room">,
  signal: AbortSignal,
): Promise<Readiness> {
  const member = members.of(node);
  if (!member) return notReady("it has not been placed on an agent yet");
  const view = await viewFrom(member, { signal });
  served.note(node.id, view?.mode === "NORMAL" && view.takesClients);
  if (!view) return withoutAgent(member, signal);
  const closed = await closedAtStart(member, view, { room, signal });
  if (closed) return closed;
  if (view.mode !== "NORMAL") return notReady(view.mode === "JOINING" ? "it is copying its part of the data" : `it is ${view.mode}`);
  records.joined(node, { ...view, peer: member.peer });
  if (!view.takesClients || !(await cqlAnswers(member.native, signal))) return notReady("it does not answer clients yet");
  for (const [other, seen] of await viewsOf(othersOf(members, node), signal)) {
    if (seen?.mode !== "NORMAL" || isClosed(seen)) continue;
    const { id } = other.node;
    if (!view.live.has(other.peer)) return notReady(`it does not see ${id} yet`);
    if (!seen.live.has(member.peer) || seen.joining.has(member.peer)) return notReady(`${id} does not see the node yet`);
    if (seen.schema !== view.schema) return notReady(`its schema differs from that of ${id}`);
  }
  return READY;
}

/** Returns all nodes that have been placed on an agent, except the given one. */
export function othersOf({ placed }: Members, node: NodeView): readonly Member[] {
  return placed().filter((member) => member.node.id !== node.id);
}

/** Returns what each node reports; undefined if it does not answer. */
export async function viewsOf(
  members: readonly Member[],
  signal: AbortSignal,
): Promise<readonly (readonly [Member, ClusterView | undefined])[]> {
  return Promise.all(members.map(async (member) => [member, await viewFrom(member, { signal })] as const));
}

/** Whether a node is a member of the ring, and neither joins nor leaves it. */
export function isInRing(seen: readonly [Member, ClusterView | undefined]): seen is readonly [Member, ClusterView] {
  return seen[1]?.mode === "NORMAL";
}

/** The errors of a connection whose other side has not proven itself: other protocols than TLS, and certificates. */
const UNPROVEN = /^(EPROTO|ERR_SSL_|ERR_TLS_|CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_)/;

/**
 * Says why the agent of a starting node does not answer. The agent binds its port only once, soon after the start of the process. If
 * another program has the port then, the agent never answers, so the launch has failed.
 */
export async function withoutAgent({ agent, native, agentPort }: Member, signal: AbortSignal): Promise<Readiness> {
  const code = await agent.read(STORAGE, ["OperationMode"], { signal }).then(() => "", codeOf);
  if (UNPROVEN.test(code)) {
    const reason = `what listens on the port ${agentPort} is not the agent of this launch (${code})`;
    return { ready: false, reason, failed: true };
  }
  if (code === "ECONNREFUSED" && (await cqlAnswers(native, signal))) {
    return { ready: false, reason: `its agent could not listen on the port ${agentPort}`, failed: true };
  }
  return notReady("it does not answer yet");
}

function codeOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error && "code" in cause ? String(cause.code) : "";
}

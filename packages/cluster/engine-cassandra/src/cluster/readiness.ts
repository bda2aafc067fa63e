import type { NodeView, Readiness } from "@reeve/orchestrator/engine";
import { cqlAnswers } from "../agent/cql-answers.ts";
import { closedAtStart, type RoomOf } from "./closed.ts";
import type { Member, Members } from "./members.ts";
import type { Records } from "./records.ts";
import type { ServedTimes } from "./served-times.ts";
import { type ClusterView, isClosed, viewFrom } from "./view.ts";
import { withoutAgent } from "./without-agent.ts";

export interface DatabaseReadinessContext {
  readonly members: Members;
  readonly records: Records;
  readonly served: ServedTimes;
  readonly room: RoomOf;
}

/**
 * Whether a node serves clients, according to the node itself and to its peers. Peers that do not answer or take no clients are ignored,
 * because other steps of the plan handle them.
 */
export async function isReady(
  node: NodeView,
  { members, records, served, room }: DatabaseReadinessContext,
  signal: AbortSignal,
): Promise<Readiness> {
  const member = members.of(node);
  if (!member) return not("it has not been placed on an agent yet");
  const view = await viewFrom(member, { signal });
  served.note(node.id, view?.mode === "NORMAL" && view.takesClients);
  if (!view) return withoutAgent(member, signal);
  const closed = await closedAtStart(member, view, { room, signal });
  if (closed) return closed;
  if (view.mode !== "NORMAL") return not(view.mode === "JOINING" ? "it is copying its part of the data" : `it is ${view.mode}`);
  records.joined(node, { ...view, peer: member.peer });
  if (!view.takesClients || !(await cqlAnswers(member.native, signal))) {
    return not("it does not answer clients yet");
  }
  for (const [other, seen] of await viewsOf(othersOf(members, node), signal)) {
    if (seen?.mode !== "NORMAL" || isClosed(seen)) continue;
    const { id } = other.node;
    if (!view.live.has(other.peer)) return not(`it does not see ${id} yet`);
    if (!seen.live.has(member.peer) || seen.joining.has(member.peer)) return not(`${id} does not see the node yet`);
    if (seen.schema !== view.schema) return not(`its schema differs from that of ${id}`);
  }
  return { ready: true };
}

/** Returns all nodes that have been placed on an agent, except the given one. */
export function othersOf({ placed }: Members, node: NodeView): readonly Member[] {
  return placed().filter((member) => member.node.id !== node.id);
}

export async function viewsOf(
  members: readonly Member[],
  signal: AbortSignal,
): Promise<readonly (readonly [Member, ClusterView | undefined])[]> {
  return Promise.all(members.map(async (member) => [member, await viewFrom(member, { signal })] as const));
}

const not = (reason: string): Readiness => ({ ready: false, reason });

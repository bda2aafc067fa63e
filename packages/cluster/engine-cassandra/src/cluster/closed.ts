import {
  type EngineContext,
  fullDisk,
  type NodeView,
  notReady,
  outputOf,
  READY,
  type Readiness,
  reasonOf,
} from "@reeve/orchestrator/engine";
import type { Member, Members } from "./members.ts";
import { type ClusterView, isClosed, viewFrom } from "./view.ts";

const CLOSED = "it has closed its connections to clients, as the database does when it cannot write";

export type RoomOf = (member: Member, view: ClusterView, signal: AbortSignal) => Promise<string | undefined>;

/**
 * Returns a function that says why the disk of a node has no room for another launch. Where the nodes' files are on this machine, the
 * runtime reports a full disk and launches nothing there. Elsewhere the node's container is asked; if it does not tell, there is room.
 */
export function roomIn({ exec }: Pick<EngineContext<unknown>, "exec">): RoomOf {
  return async ({ node }, { hints }, signal) => {
    const task = node.tasks.find(({ state }) => state === "running");
    if (!exec || !task) return undefined;
    const program = await exec(task.taskId, ["df", "-Pk", hints], signal).catch(reasonOf);
    if (typeof program === "string") return undefined;
    try {
      return fullDisk("its disk", freeIn(await outputOf(program)));
    } catch {
      return undefined;
    } finally {
      program.close();
    }
  };
}

/** The available bytes in the output of `df -Pk`. */
function freeIn(printed: string): number {
  const [, line = ""] = printed.split("\n");
  const free = Number(line.trim().split(/\s+/)[3]);
  return Number.isFinite(free) ? free * 1024 : Number.POSITIVE_INFINITY;
}

/** Whether a node that has become ready has its connections open. Rejects if the node does not answer. */
export async function serves(node: NodeView, { of }: Members, signal: AbortSignal): Promise<Readiness> {
  const member = of(node);
  const view = member && (await viewFrom(member, { signal }));
  if (!view) throw new Error(`${node.id} does not answer`);
  return isClosed(view) ? notReady(CLOSED) : READY;
}

/**
 * Why a starting node can never become ready: it has stopped to gossip, and does not begin again. It has to be launched again, once its
 * disk has room. Returns undefined if the node may still become ready.
 */
export async function closedAtStart(
  member: Member,
  view: ClusterView,
  { room, signal }: { readonly room: RoomOf; readonly signal: AbortSignal },
): Promise<Readiness | undefined> {
  if (!isClosed(view) || view.gossips) return undefined;
  const full = await room(member, view, signal);
  return full === undefined ? { ready: false, reason: CLOSED, failed: true } : notReady(`${CLOSED}; ${full}`);
}

/**
 * Whether a node that takes no clients may be stopped, although other nodes may not serve either. Clients can reach its data only through
 * nodes that take clients and count it as live; while there is no such node, its stop interrupts no client. Returns undefined if there is
 * one. The node may not be stopped while it could not be launched again.
 */
export async function mayStopClosed(
  member: Member,
  view: ClusterView,
  { room, others, signal }: MayStopClosed,
): Promise<Readiness | undefined> {
  const full = await room(member, view, signal);
  if (full !== undefined) return notReady(full);
  const isReached = others.some((other) => other?.takesClients && other.live.has(member.peer));
  return isReached ? undefined : READY;
}

interface MayStopClosed {
  readonly room: RoomOf;
  /** What the other nodes see, as far as they answer. */
  readonly others: readonly (ClusterView | undefined)[];
  readonly signal: AbortSignal;
}

import { type EngineContext, type NodeView, type Readiness, reasonOf } from "@reeve/orchestrator/engine";
import type { Member, Members } from "./members.ts";
import { type ClusterView, hasClosed, viewFrom } from "./view.ts";

/** Why a node that has closed its connections is not ready. */
const CLOSED = "it has closed its connections to clients and peers, as the database does when it cannot write";

/** The free space in megabytes that a node needs to be launched again. */
const LEAST = 64;

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
      const pieces: Uint8Array[] = [];
      for await (const piece of program.output) pieces.push(piece);
      const free = freeIn(Buffer.concat(pieces).toString());
      return free < LEAST * 1024 ? `its disk is full: less than ${LEAST} MB are free; make room on it` : undefined;
    } catch {
      return undefined;
    } finally {
      program.close();
    }
  };
}

/** The available kilobytes in the output of `df -Pk`. */
function freeIn(printed: string): number {
  const [, line = ""] = printed.split("\n");
  const free = Number(line.trim().split(/\s+/)[3]);
  return Number.isFinite(free) ? free : Number.POSITIVE_INFINITY;
}

/** Whether a node that has become ready has its connections open. Rejects if the node does not answer. */
export async function serves(node: NodeView, { of }: Members, signal: AbortSignal): Promise<Readiness> {
  const member = of(node);
  const view = member && (await viewFrom(member, { signal }));
  if (!view) throw new Error(`${node.id} does not answer`);
  return hasClosed(view) ? { ready: false, reason: CLOSED } : { ready: true };
}

/** A node that closes its connections while it starts never becomes ready. It has to be launched again, once its disk has room. */
export async function closedAtStart(
  member: Member,
  view: ClusterView,
  room: RoomOf,
  signal: AbortSignal,
): Promise<Readiness> {
  const full = await room(member, view, signal);
  return full === undefined
    ? { ready: false, reason: CLOSED, failed: true }
    : { ready: false, reason: `${CLOSED}; ${full}` };
}

/** A node that has closed its connections serves no one, so it may be stopped, unless it could not be launched again. */
export async function mayStopClosed(
  member: Member,
  view: ClusterView,
  room: RoomOf,
  signal: AbortSignal,
): Promise<Readiness> {
  const full = await room(member, view, signal);
  return full === undefined ? { ready: true } : { ready: false, reason: full };
}

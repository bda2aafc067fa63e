import type { Readiness } from "./engine.ts";
import type { NodeView } from "./instance.ts";

/** The engine's answer that nothing is missing. */
export const READY: Readiness = { ready: true };

/** The engine's answer that a node is not ready or a change not allowed, with the reason. */
export const notReady = (reason: string): Readiness => ({ ready: false, reason });

/** Names nodes in a message. */
export const idsOf = (nodes: readonly Pick<NodeView, "id">[]): string => nodes.map(({ id }) => id).join(", ");

/** Whether the process of a node may exist. */
export const mayRun = ({ state }: Pick<NodeView, "state">): boolean => ["running", "starting", "stopping"].includes(state);

/** Whether a task of a node runs, or is about to run. */
export const isUnderWay = ({ tasks }: Pick<NodeView, "tasks">): boolean =>
  tasks.some(({ state }) => state === "launching" || state === "waiting" || state === "running");

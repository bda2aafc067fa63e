import type { NodeView, Readiness } from "@reeve/orchestrator/engine";

/** The engine's answer that nothing is missing. */
export const READY: Readiness = { ready: true };

/** The engine's answer that a node is not ready or a change not allowed, with the reason. */
export const notReady = (reason: string): Readiness => ({ ready: false, reason });

/** Names nodes in a message. */
export const idsOf = (nodes: readonly Pick<NodeView, "id">[]): string => nodes.map(({ id }) => id).join(", ");

/** Whether the process of a node may exist. */
export const mayRun = ({ state }: Pick<NodeView, "state">): boolean => ["running", "starting", "stopping"].includes(state);

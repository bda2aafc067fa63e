import { formatNodeId, type PodSpec } from "@reeve/scheduler-models";

/** The nodes that a pod makes, by their ids. */
export function nodeIdsOf({ type, count }: Pick<PodSpec, "type" | "count">): readonly string[] {
  return Array.from({ length: count }, (_, index) => formatNodeId({ type, index }));
}

import { formatNodeId, type PodSpec } from "@reeve/scheduler-models";

/** The ids of a pod's nodes. */
export function nodeIdsOf({ type, count }: Pick<PodSpec, "type" | "count">): readonly string[] {
  return Array.from({ length: count }, (_, index) => formatNodeId({ type, index }));
}

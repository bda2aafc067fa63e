import type { PodSpec } from "./pod-spec.ts";

/** The pod types that must not share an agent with a pod. */
export function avoidedTypes({ "placement-rule": placement }: PodSpec): readonly string[] {
  return (placement?.rules ?? []).flatMap(({ type, behavior }) => (behavior === "AVOID" && type ? [type] : []));
}

import type { PlacementRule } from "@reeve/scheduler-models";

/** Returns a rule that places a pod only on agents without pods of these types; without types, on any agent. */
export function avoid(...types: readonly string[]): PlacementRule {
  return {
    "@type": "AndRule",
    rules: types.map((type) => ({
      "@type": "TaskTypeRule",
      type,
      converter: { "@type": "TaskTypeLabelConverter" },
      behavior: "AVOID",
    })),
  };
}

import { ReeveError } from "@reeve/contract";
import type { PlacementRule, TaskTypeRule } from "@reeve/scheduler-models";

/** The pod types that a placement rule keeps away from a pod, and those that it keeps close to the pod. */
export interface Neighbours {
  readonly away: readonly string[];
  readonly close: readonly string[];
}

/** A rule as it was received. The models keep all fields of all rules, but declare only some of them. */
interface Rule extends Omit<Partial<TaskTypeRule>, "@type"> {
  readonly "@type": string;
  readonly rules?: readonly Rule[] | null;
}

/**
 * Reads a placement rule. Without a rule, pods keep away from others of their own type. Throws for a rule that has no counterpart in
 * Kubernetes, because such a rule must not be dropped silently.
 */
export function neighboursOf(rule: PlacementRule | null, podType: string): Neighbours {
  return rule === null ? { away: [podType], close: [] } : read(rule);
}

function read(rule: Rule): Neighbours {
  switch (rule["@type"]) {
    case "AndRule": {
      const parts = (rule.rules ?? []).map(read);
      return { away: parts.flatMap(({ away }) => away), close: parts.flatMap(({ close }) => close) };
    }
    // This rule allows every place.
    case "PassthroughRule":
      return { away: [], close: [] };
    case "TaskTypeRule": {
      const { type, behavior, converter } = rule;
      if (!type || (converter?.["@type"] ?? BY_LABEL) !== BY_LABEL) break;
      if (behavior === "AVOID") return { away: [type], close: [] };
      if (behavior === "COLOCATE") return { away: [], close: [type] };
    }
  }
  throw new ReeveError(
    "conflict",
    `the runtime kubernetes cannot follow the placement rule ${JSON.stringify(rule).slice(0, 300)}: it follows only a TaskTypeRule with the behavior AVOID or COLOCATE, and an AndRule of such rules; to choose machines by their labels, set nodeSelector in the runtime's settings`,
  );
}

/** The converter that reads a pod's type from its label, which is where Kubernetes looks for it too. */
const BY_LABEL = "TaskTypeLabelConverter";

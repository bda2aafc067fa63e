import { ReeveError } from "@reeve/contract";
import type { LaunchRequest } from "@reeve/orchestrator/runtime";
import type { PlacementRule, TaskTypeRule } from "@reeve/scheduler-models";
import type { KubernetesSettings } from "../settings.ts";
import { INSTANCE_ID, NODE_LABEL, PLACE_LABEL, POD_TYPE, SHARES } from "./names.ts";

/** The converter that reads a pod's type from its label, which is where Kubernetes looks for it too. */
const BY_LABEL = "TaskTypeLabelConverter";

type Placed = Pick<LaunchRequest, "podType" | "placementRule" | "sidecar" | "on" | "avoid">;

/** What decides on which machine a pod runs: its affinity, and the labels that the affinities of other pods look at. */
interface PodPlacement {
  readonly affinity: object;
  readonly labels: Readonly<Record<string, string>>;
}

const MACHINE = "kubernetes.io/hostname";

/**
 * The placement of a pod. The placement rule says from which pods the pod keeps away (without a rule: from those of its own type), and
 * `spread` how strictly. Pods of one type keep away from each other if possible, whatever the rule says. The pod preferably stays on its
 * machine. A sidecar pod runs on the machine of its node.
 */
export function placementOf(
  { podType, placementRule, sidecar, on, avoid }: Placed,
  instanceId: string,
  hostname: string,
  { spread }: Pick<KubernetesSettings, "spread">,
): PodPlacement {
  const near = (labels: Readonly<Record<string, string>>, more: object = {}) => ({
    labelSelector: { matchLabels: { [INSTANCE_ID]: instanceId, [PLACE_LABEL]: "own", ...labels }, ...more },
    topologyKey: MACHINE,
  });
  if (sidecar) {
    const affinity = {
      podAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [near({ [NODE_LABEL]: hostname })] },
    };
    return { affinity, labels: {} };
  }
  const { away, close } = neighboursOf(placementRule, podType);
  const isStrict = spread === "required";
  // The node's previous pod may still be ending on the machine that has the node's volume.
  const others = { key: NODE_LABEL, operator: "NotIn", values: [hostname] };
  // Kubernetes applies the requirement of a running pod to new pods too. A requirement leaves out pods that may share a machine, because
  // otherwise a relaxed setting would have no effect on the machines of nodes that were started before.
  const strict = (type: string) => ({
    key: SHARES,
    operator: "NotIn",
    values: [...(type === podType ? ["own"] : []), "all"],
  });
  const types = [...new Set([podType, ...away])];
  const isRequired = (type: string) => isStrict && away.includes(type);
  const required = types.filter(isRequired).map((type) => near({ [POD_TYPE]: type }, { matchExpressions: [others, strict(type)] }));
  const preferred = types
    .filter((type) => !isRequired(type) && !close.includes(type))
    .map((type) => ({ weight: 100, podAffinityTerm: near({ [POD_TYPE]: type }, { matchExpressions: [others] }) }));
  const together = close.map((type) => near({ [POD_TYPE]: type }));
  const rather = [
    // The pod prefers its previous machine, because the node's other pods may have data there. For the pod's own volumes this is not
    // needed, because Kubernetes knows where they are.
    ...(on ? [machine("In", on.agent)] : []),
    ...(avoid === undefined ? [] : [machine("NotIn", avoid)]),
  ];
  const affinity = {
    podAntiAffinity: {
      ...(required.length > 0 && { requiredDuringSchedulingIgnoredDuringExecution: required }),
      ...(preferred.length > 0 && { preferredDuringSchedulingIgnoredDuringExecution: preferred }),
    },
    ...(together.length > 0 && { podAffinity: { requiredDuringSchedulingIgnoredDuringExecution: together } }),
    ...(rather.length > 0 && { nodeAffinity: { preferredDuringSchedulingIgnoredDuringExecution: rather } }),
  };
  const shares = isStrict ? (isRequired(podType) ? undefined : "own") : "all";
  return { affinity, labels: shares === undefined ? {} : { [SHARES]: shares } };
}

function machine(operator: "In" | "NotIn", name: string): object {
  // A machine is selected by its name, because the value of its hostname label may differ from its name.
  return { weight: 100, preference: { matchFields: [{ key: "metadata.name", operator, values: [name] }] } };
}

/** The pod types that a placement rule keeps away from a pod, and those that it keeps close to the pod. */
interface Neighbours {
  readonly away: readonly string[];
  readonly close: readonly string[];
}

/** A rule as it was received. The models keep all fields of all rules, but declare only some of them. */
interface Rule extends Omit<Partial<TaskTypeRule>, "@type"> {
  readonly "@type": string;
  readonly rules?: readonly Rule[] | null;
}

/** Reads a placement rule; without one, pods avoid their own type. Throws for a rule that Kubernetes cannot follow. */
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

import type { LaunchRequest } from "@reeve/orchestrator/runtime";
import type { KubernetesSettings } from "../settings.ts";
import { INSTANCE_ID, NODE, PLACE, POD_TYPE, SHARES } from "./labels.ts";
import { neighboursOf } from "./neighbours.ts";

type Placed = Pick<LaunchRequest, "podType" | "placementRule" | "sidecar" | "on" | "avoid">;

/** What decides on which machine a pod runs: its affinity, and the labels that the affinities of other pods look at. */
interface PodPlacement {
  readonly affinity: object;
  readonly labels: Readonly<Record<string, string>>;
}

const MACHINE = "kubernetes.io/hostname";

/**
 * The placement of a pod. The placement rule says from which pods the pod keeps away (without a rule: from those of its own type), and
 * `spread` how strictly. Pods of one type keep away from each other if possible, whatever the rule says. The pod preferably stays on its machine. A sidecar pod runs on the machine of its node.
 */
export function placementOf(
  { podType, placementRule, sidecar, on, avoid }: Placed,
  instanceId: string,
  hostname: string,
  { spread }: Pick<KubernetesSettings, "spread">,
): PodPlacement {
  const near = (labels: Readonly<Record<string, string>>, more: object = {}) => ({
    labelSelector: { matchLabels: { [INSTANCE_ID]: instanceId, [PLACE]: "own", ...labels }, ...more },
    topologyKey: MACHINE,
  });
  if (sidecar) {
    const affinity = { podAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [near({ [NODE]: hostname })] } };
    return { affinity, labels: {} };
  }
  const { away, close } = neighboursOf(placementRule, podType);
  const isStrict = spread === "required";
  // The node's previous pod may still be ending on the machine that has the node's volume.
  const others = { key: NODE, operator: "NotIn", values: [hostname] };
  // Kubernetes applies the requirement of a running pod to new pods too. A requirement leaves out pods that may share a machine, because
  // otherwise a relaxed setting would have no effect on the machines of nodes that were started before.
  const strict = (type: string) => ({
    key: SHARES,
    operator: "NotIn",
    values: [...(type === podType ? ["own"] : []), "all"],
  });
  const types = [...new Set([podType, ...away])];
  const isRequired = (type: string) => isStrict && away.includes(type);
  const required = types
    .filter(isRequired)
    .map((type) => near({ [POD_TYPE]: type }, { matchExpressions: [others, strict(type)] }));
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

import type { LaunchRequest } from "@reeve/orchestrator";
import type { KubernetesSettings } from "../settings.ts";
import { INSTANCE_ID, NODE, PLACE, POD_TYPE } from "./labels.ts";

type Placed = Pick<LaunchRequest, "podType" | "placementRule" | "sidecar" | "on" | "avoid">;

const MACHINE = "kubernetes.io/hostname";

/**
 * The affinity of a pod. A node's pod avoids the pods of other nodes of its own type, follows its placement rule, and preferably stays on
 * its machine. A sidecar pod runs on the machine of its node.
 */
export function affinityOf(
  { podType, placementRule, sidecar, on, avoid }: Placed,
  instanceId: string,
  hostname: string,
  { spread }: Pick<KubernetesSettings, "spread">,
): object {
  const near = (labels: Readonly<Record<string, string>>, more: object = {}) => ({
    labelSelector: { matchLabels: { [INSTANCE_ID]: instanceId, [PLACE]: "own", ...labels }, ...more },
    topologyKey: MACHINE,
  });
  // The node's previous pod may still be ending on the machine that has the node's volume.
  const others = { matchExpressions: [{ key: NODE, operator: "NotIn", values: [hostname] }] };
  if (sidecar) {
    return { podAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [near({ [NODE]: hostname })] } };
  }
  const rules = placementRule?.rules ?? [];
  const typesWith = (behavior: string) =>
    rules.flatMap((rule) => (rule.behavior === behavior && rule.type ? [rule.type] : []));
  const away = [...new Set([podType, ...typesWith("AVOID")])].map((type) => near({ [POD_TYPE]: type }, others));
  const together = typesWith("COLOCATE").map((type) => near({ [POD_TYPE]: type }));
  const rather = [
    // The pod prefers its previous machine, because the node's other pods may have data there. For the pod's own volumes this is not
    // needed, because Kubernetes knows where they are.
    ...(on ? [machine("In", on.agent)] : []),
    ...(avoid === undefined ? [] : [machine("NotIn", avoid)]),
  ];
  return {
    podAntiAffinity:
      spread === "required"
        ? { requiredDuringSchedulingIgnoredDuringExecution: away }
        : {
            preferredDuringSchedulingIgnoredDuringExecution: away.map((podAffinityTerm) => ({
              weight: 100,
              podAffinityTerm,
            })),
          },
    ...(together.length > 0 && { podAffinity: { requiredDuringSchedulingIgnoredDuringExecution: together } }),
    ...(rather.length > 0 && { nodeAffinity: { preferredDuringSchedulingIgnoredDuringExecution: rather } }),
  };
}

function machine(operator: "In" | "NotIn", name: string): object {
  // A machine is selected by its name, because the value of its hostname label may differ from its name.
  return { weight: 100, preference: { matchFields: [{ key: "metadata.name", operator, values: [name] }] } };
}

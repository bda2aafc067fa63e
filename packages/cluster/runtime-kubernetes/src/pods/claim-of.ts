import type { LaunchRequest } from "@reeve/orchestrator/runtime";
import type { Claim } from "../api/pods.ts";
import type { KubernetesSettings } from "../settings.ts";
import { instanceLabels, NODE_LABEL, VOLUME } from "./labels.ts";
import type { ObjectNames } from "./names.ts";

/** The size in MB of a volume for which no size is configured. */
const MIN_SIZE = 1;

/** Returns the claim of a volume. The claim has no owner reference, so that it is deleted only on request. */
export function claimOf(
  { node, resources }: LaunchRequest,
  path: string,
  volume: string,
  { names, instanceId, settings }: { readonly names: ObjectNames; readonly instanceId: string; readonly settings: KubernetesSettings },
): Claim {
  const wanted = resources["volume-specifications"].find((spec) => spec["container-path"] === path);
  const size = Math.max(MIN_SIZE, Math.round(wanted?.value.scalar?.value ?? MIN_SIZE));
  const spec = {
    accessModes: ["ReadWriteOnce"],
    ...(settings.storageClass !== "" && { storageClassName: settings.storageClass }),
    resources: { requests: { storage: `${size}Mi` } },
  };
  const claim = {
    apiVersion: "v1",
    kind: "PersistentVolumeClaim",
    metadata: {
      name: names.claim(volume),
      labels: { ...instanceLabels(names.instance, instanceId), [NODE_LABEL]: names.hostname(node) },
      annotations: { [VOLUME]: volume },
    },
    spec,
  };
  return claim;
}

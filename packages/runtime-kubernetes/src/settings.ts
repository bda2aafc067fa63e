import { about, choice, integer, text } from "@reeve/contract";
import type { Settings } from "@reeve/orchestrator";
import * as v from "valibot";

/** The settings of this runtime in a definition, with their defaults. */
export interface KubernetesSettings {
  readonly namespace: string;
  readonly image: string;
  readonly pullSecret: string;
  readonly storageClass: string;
  readonly spread: "required" | "preferred";
  readonly nodeSelector: Readonly<Record<string, string>>;
  readonly user: number;
  readonly clusterDomain: string;
}

const dnsLabel = (what: string) => v.union([v.literal(""), text(what, /^[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?$/)]);

export const kubernetesSettings: Settings = {
  namespace: about(
    "the namespace, which must exist; by default that of the kubeconfig's context, or of the service's own pod. An instance stays in its first namespace",
    v.exactOptional(dnsLabel("the name of a namespace"), ""),
  ),
  image: about(
    "the image of all pods: it has `/bin/sh`, `cp` and `mkdir`, and the engine's software. By digest (`…@sha256:…`) it is always the same",
    text("the name of an image", /^[^\s]{1,1000}$/),
  ),
  pullSecret: about(
    "the secret with the credentials of the image's registry",
    v.exactOptional(dnsLabel("the name of a secret"), ""),
  ),
  storageClass: about(
    "the storage class of volumes; the cluster's default otherwise",
    v.exactOptional(dnsLabel("the name of a storage class"), ""),
  ),
  spread: about(
    "whether nodes of one kind run on different machines: `required`, or `preferred` where there are fewer machines than nodes",
    v.exactOptional(choice("required", "preferred"), "required"),
  ),
  nodeSelector: about("labels of the machines that may be used", v.exactOptional(v.record(v.string(), v.string()), {})),
  user: about(
    "the number of the user that tasks run as, and of their volumes' group; 0 leaves it to the image",
    v.exactOptional(integer(0), 0),
  ),
  clusterDomain: about(
    "the domain of the cluster's names",
    v.exactOptional(text("a domain", /^[a-z0-9.-]{1,200}$/), "cluster.local"),
  ),
};

/** Reads the settings of a definition. */
export function readSettings(
  given: Readonly<Record<string, unknown>>,
  usual: Partial<KubernetesSettings>,
): KubernetesSettings {
  return v.parse(v.object(kubernetesSettings), { ...usual, ...given }) as unknown as KubernetesSettings;
}

import { about, choice, integer, text } from "@reeve/contract";
import { runsCode, type SettingSchemas } from "@reeve/orchestrator/runtime";
import * as v from "valibot";

/** The settings of this runtime in a definition, with their defaults. */
export interface KubernetesSettings {
  readonly namespace: string;
  readonly image: string;
  readonly pullSecret: string;
  readonly storageClass: string;
  readonly spread: "required" | "preferred";
  readonly cpuLimit: "none" | "request";
  readonly nodeSelector: Readonly<Record<string, string>>;
  readonly user: number;
  readonly clusterDomain: string;
}

/** The name of an object in the cluster. */
export const dnsName = (what: string): v.GenericSchema<string> => text(what, /^[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?$/);

/** The name of an object in the cluster, or the empty text for none. */
export const dnsNameOrNone = (what: string): v.GenericSchema<string> => v.union([v.literal(""), dnsName(what)]);

export const kubernetesSettings: SettingSchemas = {
  namespace: runsCode(
    about(
      "the namespace, which must exist. By default it is the namespace of the kubeconfig's context, or of the service's own pod. The namespace of an instance cannot be changed",
      v.exactOptional(dnsNameOrNone("the name of a namespace"), ""),
    ),
  ),
  image: runsCode(
    about(
      "the image of all pods. It contains `/bin/sh`, `cp`, `mkdir` and the engine's software. A reference by digest (`…@sha256:…`) always means the same image. A change is rolled out",
      text("the name of an image", /^[^\s]{1,1000}$/),
    ),
  ),
  pullSecret: about(
    "the image pull secret, with the credentials of the image's registry",
    v.exactOptional(dnsNameOrNone("the name of a secret"), ""),
  ),
  storageClass: about(
    "the storage class of the volume claims. By default it is the cluster's default class",
    v.exactOptional(dnsNameOrNone("the name of a storage class"), ""),
  ),
  spread: about(
    "how strictly nodes of the same type keep apart, unless their placement rule says otherwise, as with `PLACEMENT_STRATEGY: ANY`. `required`: they never run on the same machine. `preferred`: they share a machine if there are too few machines",
    v.exactOptional(choice("required", "preferred"), "required"),
  ),
  cpuLimit: about(
    "whether a node may use more processor time than it requests. `none`: it may use what its machine has to spare. `request`: it is throttled at what it requests, so that all its requests equal its limits (QoS class `Guaranteed`)",
    v.exactOptional(choice("none", "request"), "none"),
  ),
  nodeSelector: about("the pods run only on machines with these labels", v.exactOptional(v.record(v.string(), v.string()), {})),
  user: about(
    "the UID that tasks run as, and the GID of their volumes (`fsGroup`). With 0, the image decides",
    v.exactOptional(integer(0), 0),
  ),
  clusterDomain: about("the DNS domain of the cluster", v.exactOptional(text("a domain", /^[a-z0-9.-]{1,200}$/), "cluster.local")),
};

/** Returns the declarations of the settings with other default values. */
export function settingsWith(usual: Partial<KubernetesSettings>): SettingSchemas {
  const entries = Object.entries(kubernetesSettings).map(([name, setting]) => {
    const value = (usual as Readonly<Record<string, unknown>>)[name];
    if (value === undefined) return [name, setting];
    const replaced = about(v.getDescription(setting) ?? "", v.exactOptional(setting, value));
    return [name, v.getMetadata(setting).runsCode === true ? runsCode(replaced) : replaced];
  });
  return Object.fromEntries(entries);
}

/** Reads the settings of a definition. */
export function readSettings(given: Readonly<Record<string, unknown>>, settings: SettingSchemas): KubernetesSettings {
  return v.parse(v.object(settings), given) as unknown as KubernetesSettings;
}

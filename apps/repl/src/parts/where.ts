import { defined } from "@reeve/contract";
import { contextOfThisProcess, loadSettings, type Settings } from "@reeve/profiles";
import type { ShellFlags } from "../start/flags.ts";
import { shellKinds } from "./kind.ts";

/** The configured cluster, which the prompt shows before a connection is made. */
export type ShellTarget = NonNullable<ReturnType<typeof shellTarget>>;

/**
 * The name of the configured cluster before a connection is made, its default service, and the service's revision if the settings name one;
 * undefined without a cluster.
 */
export function shellTarget(flags: ShellFlags) {
  const settings = loadSettings(contextOfThisProcess(), flags);
  if (!settings.url) return undefined;
  const first = shellKinds.find(({ kind }) => settings.service[kind])?.kind;
  const [service, revision] = first ? [settings.service[first]?.value, settings.revision[first]?.value] : [];
  return defined({ name: clusterName(settings), service, revision });
}

/** The name of a connection: the profile's name if the address comes from the profile, otherwise the host. */
export function clusterName({ profile, url }: Settings): string {
  if (profile && (url === undefined || url.place === "profile")) return profile.value;
  return url ? new URL(url.value).host : "reeve";
}

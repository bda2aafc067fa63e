import { defined } from "@reeve/contract";
import { contextOfThisProcess, loadSettings, type Settings } from "@reeve/profiles";
import type { ShellFlags } from "../start/flags.ts";
import { shellKinds } from "./kind.ts";

/** The configured cluster, which the prompt shows before a connection is made. */
export interface ShellTarget {
  /** The name of the profile, or the host. */
  readonly name: string;
  /** The default service, and its revision if the settings name one. */
  readonly service?: string;
  readonly revision?: string;
}

/** The configured cluster before a connection is made; undefined if there is none. */
export function shellTarget(flags: ShellFlags): ShellTarget | undefined {
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

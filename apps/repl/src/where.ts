import { loadSettings, type Settings, type Surroundings, surroundingsOfThisProcess } from "@reeve/profiles";
import type { Flags } from "./flags.ts";
import { kinds } from "./kind.ts";

/** What the settings say before anything is connected: enough for a prompt. */
export interface Where {
  /** The profile's name, or the host. */
  readonly name: string;
  /** The service that short words mean, and its revision where that is set. */
  readonly service?: string;
  readonly revision?: string;
}

/** Where somebody is who has connected to nothing yet; undefined where no cluster is set. */
export function whereOf(flags: Flags): Where | undefined {
  const settings = settingsOf(surroundingsOfThisProcess(), flags);
  if (!settings.url) return undefined;
  const first = kinds.find(({ kind }) => settings.service[kind])?.kind;
  const service = first && settings.service[first]?.value;
  const revision = first && settings.revision[first]?.value;
  return {
    name: nameOf(settings),
    ...(service !== undefined && { service }),
    ...(revision !== undefined && { revision }),
  };
}

/** The settings as the flags of the shell have them. */
export function settingsOf(
  surroundings: Surroundings,
  {
    profile,
    url,
    service,
    revision,
    ca,
    cert,
    key,
    proxy,
  }: Pick<Flags, "profile" | "url" | "service" | "revision" | "ca" | "cert" | "key" | "proxy">,
): Settings {
  const given = Object.entries({ profile, url, service, revision, ca, cert, key, proxy }).filter(
    ([, value]) => value !== undefined,
  );
  return loadSettings(surroundings, Object.fromEntries(given));
}

/** What a connection is called: by its profile, where the address is that of the profile. */
export function nameOf({ profile, url }: Settings): string {
  if (profile && (url === undefined || url.place === "profile")) return profile.value;
  return url ? new URL(url.value).host : "reeve";
}

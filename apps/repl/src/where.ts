import { loadSettings, type Settings, type Surroundings, surroundingsOfThisProcess } from "@reeve/profiles";
import type { Flags } from "./flags.ts";
import { kinds } from "./kind.ts";

/** What the settings say before anything is connected: enough for a prompt. */
export interface Where {
  /** The profile's name, or the host. */
  readonly name: string;
  /** The service and its revision, where only one is named. */
  readonly service?: string;
  readonly revision?: string;
}

/** Where somebody is who has connected to nothing yet; undefined where no cluster is set. */
export function whereOf(flags: Flags): Where | undefined {
  const settings = settingsOf(surroundingsOfThisProcess(), flags);
  if (!settings.url) return undefined;
  const named = kinds.filter(({ kind }) => settings.service[kind]);
  const [only] = named;
  const service = only && settings.service[only.kind]?.value;
  const revision = only && settings.revision[only.kind]?.value;
  const isOne = named.length === 1 && service !== undefined;
  return {
    name: nameOf(settings),
    ...(isOne && { service }),
    ...(isOne && revision !== undefined && { revision }),
  };
}

/** The settings as the flags of the shell have them. */
export function settingsOf(
  surroundings: Surroundings,
  { profile, url, service, revision, ca }: Pick<Flags, "profile" | "url" | "service" | "revision" | "ca">,
): Settings {
  const given = Object.entries({ profile, url, service, revision, ca }).filter(([, value]) => value !== undefined);
  return loadSettings(surroundings, Object.fromEntries(given));
}

/** What a connection is called: by its profile, where the address is that of the profile. */
export function nameOf({ profile, url }: Settings): string {
  const isOwn = profile !== undefined && url?.origin !== "--url" && url?.origin !== "REEVE_URL";
  return isOwn || url === undefined ? (profile?.value ?? "reeve") : new URL(url.value).host;
}

import { ReeveError, shellWord } from "@reeve/contract";
import { type Flags, type KindName, loadSettings, type Settings } from "@reeve/profiles";
import type { Context } from "../context.ts";
import { flagOf, type ParsedArguments } from "../parsed-arguments.ts";

/** The flags that select the cluster, and how it is reached. */
const SELECTING = ["profile", "url", "service", "revision", "ca", "cert", "key", "proxy"] as const satisfies readonly (keyof Flags)[];

/** Caches the settings of each command line, so that they are read only once. */
const known = new WeakMap<ParsedArguments["flags"], Settings>();

/** All settings of a command, each with its source. */
export function settingsOf(args: ParsedArguments, context: Pick<Context, "processContext">): Settings {
  const settings = known.get(args.flags) ?? settingsRead(args, context);
  known.set(args.flags, settings);
  return settings;
}

function settingsRead(args: ParsedArguments, { processContext }: Pick<Context, "processContext">): Settings {
  const flags: Record<string, string> = {};
  for (const name of SELECTING) {
    const value = flagOf(args, name);
    if (value === "") throw new ReeveError("bad-input", `--${name} needs a value`);
    if (value !== undefined) flags[name] = value;
  }
  return loadSettings(processContext, flags);
}

/** The configured address; throws `bad-input` with the ways to set it. */
export function urlOf({ url, notes }: Settings): string {
  if (url) return url.value;
  const ways = "give --url, set REEVE_URL, or store it in a profile (reeve profiles add); reeve up starts a service on this machine";
  throw new ReeveError("bad-input", [`no cluster is set: ${ways}`, ...notes].join(". Note: "));
}

/** The configured service of a kind; throws `bad-input` with the ways to set it. */
export function serviceOf(settings: Settings, kind: KindName): string {
  const service = settings.service[kind];
  if (service) return service.value;
  const ways = `give --service NAME, set REEVE_SERVICE, or store it in the profile${profileHint(settings)}`;
  throw new ReeveError("bad-input", `no ${kind} service is set: ${ways}`);
}

function profileHint({ profile }: Settings): string {
  return profile ? ` (reeve profiles change ${profile.value})` : " (reeve profiles add)";
}

/** The typed flags that select the cluster, for use in a suggested command. */
export function sameCluster(args: ParsedArguments): string {
  return SELECTING.flatMap((name) => {
    const value = flagOf(args, name);
    // A proxy with a password is left out.
    return value === undefined || (name === "proxy" && value.includes("@")) ? [] : [` --${name} ${shellWord(value)}`];
  }).join("");
}

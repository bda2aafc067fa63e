import { defined, ReeveError } from "@reeve/contract";
import { type KindName, kinds } from "../kinds.ts";
import { locate } from "../locations.ts";
import type { ProcessContext } from "../process-context.ts";
import type { LocalReference } from "../store/local-profile.ts";
import { isSameUrl } from "../store/profile.ts";
import { currentName, profileNamed, readStored, type Stored } from "../store/profiles.ts";
import { type Access, resolveAccess } from "./access.ts";
import { type ProjectFile, searchProjectFile } from "./project-file.ts";
import { type Places, readPerKind, type Setting, type Sourced, strongest, withOrigin } from "./setting.ts";

/** The flags of the command line. */
export interface Flags {
  readonly profile?: string;
  readonly url?: string;
  readonly service?: string;
  readonly revision?: string;
  readonly ca?: string;
  readonly cert?: string;
  readonly key?: string;
  readonly proxy?: string;
  readonly output?: string;
}

/** The cluster, the service and the login, each with its source. */
export interface Settings extends Access {
  readonly profile?: Setting<string>;
  /** The program that made the profile; absent if the user made it. */
  readonly madeBy?: string;
  /** The service on this machine to which the address belongs; absent for other addresses. */
  readonly local?: LocalReference;
  readonly url?: Setting<string>;
  readonly service: SettingPerKind;
  readonly revision: SettingPerKind;
  readonly output?: Setting<string>;
  /** The proxy that a flag has set. Proxy variables are not read here, because the transport reads them. */
  readonly proxy?: Setting<string>;
}

/** A setting by kind of service. Kinds without a value are left out. */
export type SettingPerKind = Readonly<Partial<Record<KindName, Setting<string>>>>;

/** Reads the files and resolves all settings. */
export function loadSettings(processContext: ProcessContext, flags: Flags = {}): Settings {
  const { file, note } = searchProjectFile(processContext.cwd, processContext.home);
  const stored = readStored(processContext);
  const settings = resolveSettings(flags, processContext.env, file, stored, locate(processContext).profiles);
  return note === undefined ? settings : { ...settings, notes: [...settings.notes, note] };
}

/** Resolves all settings from flags, environment, project file and user file. */
export function resolveSettings(
  flags: Flags,
  env: ProcessContext["env"],
  project: ProjectFile | undefined,
  stored: Stored,
  userFile: string,
): Settings {
  const inUserFile = `user file ${userFile}`;
  const inProject = `project file ${project?.path}`;
  const name = strongest(
    {
      flag: withOrigin(flags.profile, "--profile"),
      variable: withOrigin(env.REEVE_PROFILE, "REEVE_PROFILE"),
      project: withOrigin(project?.profile, inProject),
      user:
        withOrigin(stored.file.current, inUserFile) ?? withOrigin(currentName(stored.file, stored.profiles), "a service on this machine"),
    },
    false,
  );
  const profile = name && { name: name.value, ...profileNamed(stored.profiles, name.value) };
  const inProfile = `profile ${name?.value}`;
  const isTyped = name?.place === "flag";
  const isNamed = flags.url !== undefined || isTyped || name?.place === "variable";
  const pick = (places: Places<string>) => strongest(places, isTyped);

  const url = pick({
    flag: withoutPassword(withOrigin(flags.url, "--url")),
    variable: withoutPassword(withOrigin(env.REEVE_URL, "REEVE_URL")),
    profile: withOrigin(profile?.url, inProfile),
  });
  const output = pick({
    flag: withOrigin(flags.output, "--output"),
    project: withOrigin(project?.output, inProject),
    profile: withOrigin(profile?.output, inProfile),
    user: withOrigin(stored.file.output, inUserFile),
  });
  const perKind = (kind: KindName, field: "service" | "revision"): Sources => {
    const variable = `REEVE_${field.toUpperCase()}`;
    return {
      flag: withOrigin(readPerKind(flags[field], `--${field}`)[kind], `--${field}`),
      variable: withOrigin(readPerKind(env[variable], variable)[kind], variable),
      project: withOrigin(project?.[field]?.[kind], inProject),
      profile: withOrigin(profile?.services?.[kind]?.[field], inProfile),
    };
  };
  const service = ofEachKind((kind) => pick(perKind(kind, "service")));
  const revision = ofEachKind((kind) => pick(ofService(service[kind], perKind(kind, "service"), perKind(kind, "revision"))));
  const access = resolveAccess({ flags, env, url, profile, isTyped, isNamed, secrets: stored.secrets });
  const { locals = {} } = stored;
  const isOfProfile = profile && url && Object.hasOwn(locals, profile.name) && isSameUrl(url.value, profile.url);
  const local = isOfProfile ? locals[profile.name] : undefined;
  const proxy = flags.proxy === undefined ? undefined : ({ value: flags.proxy, origin: "--proxy", place: "flag" } as const);
  return {
    ...defined({ profile: name, local, madeBy: profile?.madeBy, url, service, revision, output, proxy }),
    ...access,
    // If the settings name a cluster, it does not matter that the profiles of local services could not be read.
    ...(stored.flaw !== undefined && !url && { notes: [...access.notes, flawWords(stored.flaw)] }),
  };
}

function flawWords(flaw: string): string {
  return `the profile of the service on this machine is not used: ${flaw}; run reeve down, then reeve up to recreate it`;
}

/** The sources of a value, except the user's file. */
type Sources = Omit<Places<string>, "user">;

/** If a source sets both a service and a revision, the revision applies only to that service. */
function ofService(chosen: Sourced<string> | undefined, services: Sources, revisions: Sources): Sources {
  const places = Object.entries(revisions) as [keyof Sources, Sourced<string> | undefined][];
  return Object.fromEntries(places.filter(([place]) => (services[place]?.value ?? chosen?.value) === chosen?.value));
}

/** Refuses an address with a user or a password, because addresses are shown in many places. */
function withoutPassword(address: Sourced<string> | undefined): Sourced<string> | undefined {
  if (!address?.value.includes("@")) return address;
  throw new ReeveError("bad-input", `${address.origin}: an address cannot contain a user or a password`);
}

function ofEachKind(of: (kind: KindName) => Setting<string> | undefined): SettingPerKind {
  return defined(Object.fromEntries(kinds.map((kind) => [kind, of(kind)])));
}

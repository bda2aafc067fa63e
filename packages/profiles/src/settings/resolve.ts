import { type Kind, kinds } from "../kinds.ts";
import { locate } from "../locations.ts";
import { currentName, profileNamed, readStored, type Stored } from "../store/profiles.ts";
import type { Surroundings } from "../surroundings.ts";
import { type Access, resolveAccess } from "./access.ts";
import { readPerKind } from "./per-kind.ts";
import { findProjectFile, type ProjectFile } from "./project-file.ts";
import { firstOf, type Setting, setting } from "./setting.ts";

/** What was said on the command line. */
export interface Flags {
  readonly profile?: string;
  readonly url?: string;
  readonly service?: string;
  readonly revision?: string;
  readonly ca?: string;
  readonly output?: string;
}

/** Which cluster, which service, as whom: each value with where it came from. */
export interface Settings extends Access {
  readonly profile?: Setting<string>;
  readonly url?: Setting<string>;
  readonly service: SettingPerKind;
  readonly revision: SettingPerKind;
  readonly output?: Setting<string>;
}

/** A setting for each kind of service that has one. */
export type SettingPerKind = Readonly<Partial<Record<Kind, Setting<string>>>>;

/** Reads the files and brings everything together. */
export function loadSettings(surroundings: Surroundings, flags: Flags = {}): Settings {
  const project = findProjectFile(surroundings.cwd);
  const stored = readStored(surroundings);
  return resolveSettings(flags, surroundings.env, project, stored, locate(surroundings).profiles);
}

/**
 * Flags win over the environment, the environment over the project's file, and that over the user's. A profile that is named by a flag counts
 * as if all that it says had been typed: whoever types `--profile staging` means its cluster, whatever REEVE_URL says.
 */
export function resolveSettings(
  flags: Flags,
  env: Surroundings["env"],
  project: ProjectFile | undefined,
  stored: Stored,
  userFile: string,
): Settings {
  const inUserFile = `user file ${userFile}`;
  const inProject = `project file ${project?.path}`;
  const name = firstOf(
    setting(flags.profile, "--profile"),
    setting(env.REEVE_PROFILE, "REEVE_PROFILE"),
    setting(project?.profile, inProject),
    setting(stored.file.current, inUserFile),
    setting(currentName(stored.file, stored.profiles), "a service on this machine"),
  );
  const chosen = name && { name: name.value, ...profileNamed(stored.profiles, name.value) };
  const fromProfile = `profile ${name?.value}`;
  const [typed, kept] = name?.origin === "--profile" ? [chosen, undefined] : [undefined, chosen];

  const url = firstOf(
    setting(flags.url, "--url"),
    setting(typed?.url, fromProfile),
    setting(env.REEVE_URL, "REEVE_URL"),
    setting(kept?.url, fromProfile),
  );
  const perKind = (field: "service" | "revision", flag: string | undefined, variable: string | undefined) => {
    const byFlag = flag === undefined ? {} : readPerKind(flag, `--${field}`);
    const byVariable = variable ? readPerKind(variable, `REEVE_${field.toUpperCase()}`) : {};
    return settingsPerKind((kind) =>
      firstOf(
        setting(byFlag[kind], `--${field}`),
        setting(typed?.services?.[kind]?.[field], fromProfile),
        setting(byVariable[kind], `REEVE_${field.toUpperCase()}`),
        setting(project?.[field]?.[kind], inProject),
        setting(kept?.services?.[kind]?.[field], fromProfile),
      ),
    );
  };
  const output = firstOf(
    setting(flags.output, "--output"),
    setting(typed?.output, fromProfile),
    setting(project?.output, inProject),
    setting(kept?.output, fromProfile),
    setting(stored.file.output, inUserFile),
  );
  return {
    ...(name && { profile: name }),
    ...(url && { url }),
    service: perKind("service", flags.service, env.REEVE_SERVICE),
    revision: perKind("revision", flags.revision, env.REEVE_REVISION),
    ...(output && { output }),
    ...resolveAccess({
      flags,
      env,
      url: url?.value,
      profile: chosen,
      isTyped: typed !== undefined,
      secrets: stored.secrets,
    }),
  };
}

function settingsPerKind(of: (kind: Kind) => Setting<string> | undefined): SettingPerKind {
  const found: Partial<Record<Kind, Setting<string>>> = {};
  for (const kind of kinds) {
    const value = of(kind);
    if (value) found[kind] = value;
  }
  return found;
}

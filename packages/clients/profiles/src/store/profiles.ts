import { decodeInput, defined, ReeveError } from "@reeve/contract";
import { withLock } from "../files/lock.ts";
import { locate } from "../locations.ts";
import type { ProcessContext } from "../process-context.ts";
import { findLocals, LOCAL, type LocalReference, readLocals } from "./local-profile.ts";
import { checkProfileName, Profile } from "./profile.ts";
import { type ProfileFile, readProfileFile, writeProfileFile } from "./profile-file.ts";
import { type BareSecret, readSecretFile, type Secret, writeSecretFile } from "./secret-file.ts";

/** A profile in a list. */
export interface ListedProfile {
  readonly name: string;
  readonly url: string;
  /** Whether this is the default profile. */
  readonly current: boolean;
  /** The program that made the profile; absent if the user made it. */
  readonly madeBy?: string;
}

/** All stored profiles and secrets, including those of a running local service. */
export interface Stored {
  readonly file: ProfileFile;
  /** The user's own profiles, and the profiles of local services. If both have a profile of the same name, the user's profile is used. */
  readonly profiles: Readonly<Record<string, Profile>>;
  readonly secrets: Readonly<Record<string, Secret>>;
  /** Where the profiles of local services come from, by their names. */
  readonly locals?: Readonly<Record<string, LocalReference>>;
  /** Why the profiles of local services could not be read. */
  readonly flaw?: string;
}

/** Reads all stored profiles and secrets. */
export function readStored(processContext: ProcessContext): Stored {
  const locations = locate(processContext);
  const file = readProfileFile(locations.profiles);
  const { secrets } = readSecretFile(locations.secrets, processContext.platform);
  const { locals, flaw } = findLocals(processContext);
  const made = Object.entries(locals).filter(([name]) => !Object.hasOwn(file.profiles, name));
  return {
    file,
    profiles: { ...file.profiles, ...Object.fromEntries(made.map(([name, { profile }]) => [name, profile])) },
    secrets: { ...secrets, ...Object.fromEntries(made.flatMap(([name, { secret }]) => (secret ? [[name, secret]] : []))) },
    locals: Object.fromEntries(made.map(([name]) => [name, { name, file: locations.local, platform: processContext.platform }])),
    ...(flaw !== undefined && !Object.hasOwn(file.profiles, LOCAL) && { flaw }),
  };
}

/** All profiles, in the order in which they were added. */
export function listProfiles(processContext: ProcessContext): readonly ListedProfile[] {
  const { file, profiles } = readStored(processContext);
  const current = currentName(file, profiles);
  return Object.entries(profiles).map(([name, { url, madeBy }]) => defined({ name, url, current: name === current, madeBy }));
}

/** The name of the default profile: the one that the user chose, else `local`, else the profile of a local service if there is only one. */
export function currentName(file: ProfileFile, profiles: Stored["profiles"]): string | undefined {
  if (file.current !== undefined) return file.current;
  if (Object.hasOwn(profiles, LOCAL)) return LOCAL;
  const made = Object.keys(profiles).filter((name) => profiles[name]?.madeBy !== undefined);
  return made.length === 1 ? made[0] : undefined;
}

/** A profile by name. Throws `not-found` with the existing names. */
export function profileNamed(profiles: Stored["profiles"], name: string): Profile {
  const result = Object.hasOwn(profiles, name) ? profiles[name] : undefined;
  if (result) return result;
  const names = Object.keys(profiles);
  const others = names.length === 0 ? "none is stored: add one with reeve profiles add" : `there are ${names.join(", ")}`;
  throw new ReeveError("not-found", `there is no profile ${JSON.stringify(name)}; ${others}`);
}

/** Returns a profile. */
export function showProfile(processContext: ProcessContext, name: string): Profile {
  return profileNamed(readStored(processContext).profiles, name);
}

/** Adds a profile, with its secret if it has one. The first profile becomes the default. Throws `conflict` if the name is taken. */
export function addProfile(processContext: ProcessContext, name: string, profile: Profile, secret?: BareSecret): Promise<void> {
  checkProfileName(name);
  const checked = checkProfile(profile);
  return change(processContext, (file, secrets) => {
    if (Object.hasOwn(file.profiles, name)) {
      throw new ReeveError("conflict", `profile ${name} exists already: remove it first, or choose another name`);
    }
    return {
      file: { ...file, current: file.current ?? name, profiles: { ...file.profiles, [name]: checked } },
      secrets: secret ? { ...secrets, [name]: { ...secret, url: checked.url } } : without(secrets, name),
    };
  });
}

/** Changes a profile, for instance at a login. A given secret replaces the stored one; `null` removes it. */
export function changeProfile(
  processContext: ProcessContext,
  name: string,
  edit: (profile: Profile) => Profile,
  secret?: BareSecret | null,
): Promise<void> {
  return change(processContext, (file, secrets) => {
    const profile = checkProfile(edit(ownProfile(processContext, file, name)));
    const kept = secret === undefined ? secrets : without(secrets, name);
    return {
      file: { ...file, profiles: { ...file.profiles, [name]: profile } },
      secrets: secret ? { ...kept, [name]: { ...secret, url: profile.url } } : kept,
    };
  });
}

/** Makes a profile the default. */
export function useProfile(processContext: ProcessContext, name: string): Promise<void> {
  return change(processContext, (file, secrets) => {
    profileNamed(readStored(processContext).profiles, name);
    return { file: { ...file, current: name }, secrets };
  });
}

/** Removes a profile and its secret. */
export function removeProfile(processContext: ProcessContext, name: string): Promise<void> {
  return change(processContext, (file, secrets) => {
    ownProfile(processContext, file, name);
    const { current, ...rest } = file;
    const kept = current === undefined || current === name ? rest : file;
    return { file: { ...kept, profiles: without(file.profiles, name) }, secrets: without(secrets, name) };
  });
}

/** A profile that users may change. The profile of a local service belongs to the service. */
function ownProfile(processContext: ProcessContext, file: ProfileFile, name: string): Profile {
  if (!Object.hasOwn(file.profiles, name) && Object.hasOwn(readLocals(processContext), name)) {
    throw new ReeveError("conflict", `profile ${name} belongs to a service on this machine: add a profile of your own instead`);
  }
  return profileNamed(file.profiles, name);
}

interface Files {
  readonly file: ProfileFile;
  readonly secrets: Readonly<Record<string, Secret>>;
}

/** Reads, changes and writes under one lock, so that concurrent changes are not lost. */
function change(processContext: ProcessContext, edit: (file: ProfileFile, secrets: Files["secrets"]) => Files): Promise<void> {
  const locations = locate(processContext);
  return withLock(`${locations.profiles}.lock`, () => {
    const file = readProfileFile(locations.profiles);
    const secretFile = readSecretFile(locations.secrets, processContext.platform);
    const edited = edit(file, secretFile.secrets);
    // The secret is written first, because a profile without its secret could not be used.
    if (edited.secrets !== secretFile.secrets) writeSecretFile(locations.secrets, { ...secretFile, secrets: edited.secrets });
    writeProfileFile(locations.profiles, edited.file);
  });
}

function checkProfile(profile: Profile): Profile {
  const decoded = decodeInput(Profile, profile);
  if (decoded.ok) return decoded.value;
  throw new ReeveError("bad-input", decoded.issues.join("; "));
}

/** A copy without one key; the same object if the key is missing. */
function without<Value>(all: Readonly<Record<string, Value>>, name: string): Readonly<Record<string, Value>> {
  if (!Object.hasOwn(all, name)) return all;
  const { [name]: _, ...rest } = all;
  return rest;
}

import { decode, isReeveError, object, type Schema } from "@reeve/contract";
import * as v from "valibot";
import { isAlive } from "../files/alive.ts";
import { checkVersion, readPrivateFile } from "../files/json-file.ts";
import { withLock } from "../files/lock.ts";
import { removeFile, writeJsonFile } from "../files/write-file.ts";
import { locate } from "../locations.ts";
import type { Surroundings } from "../surroundings.ts";
import { Profile } from "./profile.ts";
import type { Secret } from "./secret-file.ts";

const VERSION = 1;

/** A profile that a local service has made for itself. */
export interface LocalProfile {
  readonly profile: Profile;
  readonly secret?: Secret;
}

interface LocalFile {
  readonly version: number;
  /** The process of the service. Only this process may write the file, or any process after it has ended. */
  readonly pid: number;
  readonly profile: Profile;
  readonly token?: string;
}

const LocalFile: Schema<LocalFile> = object({
  version: v.number(),
  pid: v.number(),
  profile: Profile,
  token: v.exactOptional(v.string()),
});

/** The profile of a local service that runs. */
export function readLocal(surroundings: Surroundings): LocalProfile | undefined {
  return findLocal(surroundings).local;
}

/**
 * The profile, or what is wrong with its file. A file that cannot be parsed counts as missing: the service will write it again. So does
 * that of a service that was killed.
 */
export function findLocal(surroundings: Surroundings): { readonly local?: LocalProfile; readonly flaw?: string } {
  const { file, flaw } = readLocalFile(surroundings);
  if (flaw !== undefined) return { flaw };
  if (!file || !isAlive(file.pid)) return {};
  const { profile, token } = file;
  return { local: { profile, ...(token !== undefined && { secret: { url: profile.url, token } }) } };
}

/** Writes the profile of a local service for its process. Returns false, and changes nothing, if another running service has made one. */
export function writeLocal(
  surroundings: Surroundings,
  pid: number,
  profile: Profile,
  token?: string,
): Promise<boolean> {
  return changing(surroundings, (path, { file }) => {
    if (file && file.pid !== pid && isAlive(file.pid)) return false;
    const marked = { ...profile, madeBy: "a service on this machine" };
    writeJsonFile(path, { version: VERSION, pid, profile: marked, ...(token !== undefined && { token }) });
    return true;
  });
}

/** Removes the profile of a service if it belongs to this process, or if its owner is unknown. */
export function removeLocal(surroundings: Surroundings, pid: number): Promise<boolean> {
  return changing(surroundings, (path, { file, flaw }) => {
    if (file?.pid !== pid && flaw === undefined) return false;
    removeFile(path);
    return true;
  });
}

function changing(surroundings: Surroundings, edit: (path: string, found: Found) => boolean): Promise<boolean> {
  const path = locate(surroundings).local;
  return withLock(`${path}.lock`, () => edit(path, readLocalFile(surroundings)));
}

/** The content of the file, or why it cannot be read; neither if it does not exist. */
interface Found {
  readonly file?: LocalFile;
  readonly flaw?: string;
}

function readLocalFile(surroundings: Surroundings): Found {
  const path = locate(surroundings).local;
  try {
    const value = readPrivateFile(path, surroundings.platform);
    if (value === undefined) return {};
    checkVersion(path, value, VERSION);
    const decoded = decode(LocalFile, value);
    return decoded.ok ? { file: decoded.value } : { flaw: `${path} cannot be understood` };
  } catch (error) {
    if (isReeveError(error)) return { flaw: error.message };
    throw error;
  }
}

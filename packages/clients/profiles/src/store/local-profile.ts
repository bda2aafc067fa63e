import { decode, defined, isReeveError, object, type Schema } from "@reeve/contract";
import * as v from "valibot";
import { checkVersion, readPrivateFile } from "../files/json-file.ts";
import { beginningOf, isAlive, withLock } from "../files/lock.ts";
import { removeFile, writeJsonFile } from "../files/write-file.ts";
import { locate } from "../locations.ts";
import type { ProcessContext } from "../process-context.ts";
import { Profile } from "./profile.ts";
import { readProfileFile } from "./profile-file.ts";
import type { Secret } from "./secret-file.ts";

const VERSION = 2;

/** The profile of the first service on this machine; commands use it if nothing else is set. */
export const LOCAL = "local";

/** A profile that a local service has made for itself. */
interface LocalProfile {
  readonly profile: Profile;
  readonly secret?: Secret;
}

/** The entry of one service. Only the service's own process may change it. After that process has ended, any process may change it. */
interface Entry {
  readonly pid: number;
  /** When the process started, because another process may have the same pid later. */
  readonly began?: string;
  readonly profile: Profile;
  readonly token?: string;
  /** The key with which the service proves that it is the one that wrote this entry. */
  readonly proofKey?: string;
}

/** Where the entry of a local service is. */
export interface LocalReference {
  readonly name: string;
  readonly file: string;
  readonly platform: string;
}

interface LocalFile {
  readonly version: number;
  readonly services: Readonly<Record<string, Entry>>;
}

const Entry: Schema<Entry> = object({
  pid: v.number(),
  began: v.exactOptional(v.string()),
  profile: Profile,
  token: v.exactOptional(v.string()),
  proofKey: v.exactOptional(v.string()),
});
const LocalFile: Schema<LocalFile> = object({ version: v.number(), services: v.record(v.string(), Entry) });

/** The profiles of the services that run on this machine, by name. */
export function readLocals(processContext: ProcessContext): Readonly<Record<string, LocalProfile>> {
  return findLocals(processContext).locals;
}

/**
 * The profiles of running services, or why the file that contains them cannot be used. A file that cannot be parsed counts as missing,
 * because services will write it again. Entries of killed services are left out.
 */
export function findLocals(processContext: ProcessContext): {
  readonly locals: Readonly<Record<string, LocalProfile>>;
  readonly flaw?: string;
} {
  const { services, flaw } = readLocalFile(locate(processContext).local, processContext.platform);
  if (flaw !== undefined) return { locals: {}, flaw };
  // A process with the pid of a service that is not this service counts, too, so that commands say that the service has ended.
  const inUse = Object.entries(services).filter(([, { pid }]) => isAlive(pid));
  return { locals: Object.fromEntries(inUse.map(([name, entry]) => [name, shown(entry)])) };
}

/** The entry of a local service, if its process still runs. */
export function runningService({ name, file, platform }: LocalReference): Entry | undefined {
  const { services } = readLocalFile(file, platform);
  const entry = Object.hasOwn(services, name) ? services[name] : undefined;
  return entry && isRunning(entry) ? entry : undefined;
}

/** Whether the process that wrote an entry still runs. */
export function isRunning({ pid, began }: Pick<Entry, "pid" | "began">): boolean {
  return isAlive(pid) && (began === undefined || began === beginningOf(pid));
}

function shown({ profile, token }: Entry): LocalProfile {
  return { profile, ...(token !== undefined && { secret: { url: profile.url, token } }) };
}

/**
 * Writes the profile of a local service for the service's process, and returns the profile's name. The name is `local` unless another
 * running service or the user has a profile of that name. Otherwise it is the wanted name, with a number if the wanted name is also taken.
 */
export async function writeLocal(
  processContext: ProcessContext,
  pid: number,
  { profile, token, proofKey, preferredName = LOCAL }: Pick<Entry, "profile" | "token" | "proofKey"> & { readonly preferredName?: string },
): Promise<string> {
  let name = LOCAL;
  const { profiles: own } = readProfileFile(locate(processContext).profiles);
  await changing(processContext, (services) => {
    const kept = filterEntries(services, isRunning);
    const began = beginningOf(pid);
    const before = Object.keys(kept).find((each) => kept[each]?.pid === pid);
    name = before ?? freeName({ ...own, ...kept }, preferredName);
    const marked = { ...profile, madeBy: "a service on this machine" };
    return { ...kept, [name]: defined({ pid, began, profile: marked, token, proofKey }) };
  });
  return name;
}

/** Removes the profile of the service that the process `pid` runs. */
export function removeLocal(processContext: ProcessContext, pid: number): Promise<void> {
  return changing(processContext, (services) => filterEntries(services, (entry) => entry.pid !== pid));
}

function freeName(taken: object, preferredName: string): string {
  for (let number = 1; ; number++) {
    const names = number === 1 ? [LOCAL, preferredName] : [`${preferredName}-${number}`];
    const free = names.find((name) => !Object.hasOwn(taken, name));
    if (free !== undefined) return free;
  }
}

function filterEntries(services: LocalFile["services"], test: (entry: Entry) => boolean): LocalFile["services"] {
  return Object.fromEntries(Object.entries(services).filter(([, entry]) => test(entry)));
}

function changing(processContext: ProcessContext, edit: (services: LocalFile["services"]) => LocalFile["services"]): Promise<void> {
  const path = locate(processContext).local;
  return withLock(`${path}.lock`, () => {
    const services = edit(readLocalFile(path, processContext.platform).services);
    if (Object.keys(services).length === 0) removeFile(path);
    else writeJsonFile(path, { version: VERSION, services });
  });
}

/** The content of the file, or why it cannot be read. */
function readLocalFile(path: string, platform: string): Pick<LocalFile, "services"> & { readonly flaw?: string } {
  try {
    const value = readPrivateFile(path, platform);
    if (value === undefined) return { services: {} };
    checkVersion(path, value, VERSION);
    const decoded = decode(LocalFile, value);
    return decoded.ok ? { services: decoded.value.services } : { services: {}, flaw: `${path} is not valid` };
  } catch (error) {
    if (isReeveError(error)) return { services: {}, flaw: error.message };
    throw error;
  }
}

import { existsSync, mkdtempSync, readdirSync, renameSync, rmSync, statfsSync, statSync } from "node:fs";
import { join } from "node:path";
import { cancellationError, codeOfError, ReeveError } from "@reeve/contract";
import { makePrivateFolder } from "@reeve/orchestrator/engine";
import { type FetchProgress, fetchJars } from "./fetch-jars.ts";
import { faultOf, type JavaSoftware } from "./java-software.ts";
import type { ProgramEnvironment } from "./programs.ts";
import { runExclusive, shareWork, type Waiter } from "./share-work.ts";

/** The installed software, which all instances of a user share. */
export interface Installation {
  readonly software: JavaSoftware;
  /** The folder for the jars of the software. It may not exist yet. */
  readonly folder: string;
  /** The size of the software in megabytes. */
  readonly megabytes: number;
  /** Returns whether the software is installed. Damaged software is not used, but downloaded again. */
  state(): Promise<"installed" | "absent" | "damaged">;
  /** Downloads the software if it is not installed. Other processes never see an incomplete installation. */
  fetch(options?: FetchOptions): Promise<void>;
  /** Deletes the software. Waits for the end of a running download. Returns false if there was no software. */
  remove(options?: Pick<FetchOptions, "signal">): Promise<boolean>;
}

export interface FetchOptions {
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: FetchProgress) => void;
}

export interface InstallationOptions {
  readonly software: JavaSoftware;
  /** The folder with the engines of this user. */
  readonly folder: string;
  readonly environment: ProgramEnvironment;
}

/** Manages the pinned version of the software in a folder. */
export function openInstallation({ software, folder: engines, environment }: InstallationOptions): Installation {
  const { name, version } = software;
  const folder = join(engines, `${name}-${version}`);
  const lock = join(engines, `.${name}-${version}.lock`);
  const drafts = `.${name}-${version}-`;
  const parts = `${drafts}parts`;
  const jars = software.jars.map((jar) => join(folder, jar.name));
  const bytes = software.jars.reduce((sum, { size }) => sum + size, 0);
  let compared: { readonly stamp: string; readonly fault: Promise<string | undefined> } | undefined;

  /** The jars are verified again only if they have changed since their last verification. */
  const fault = () => {
    const stamp = stampOfFiles(jars);
    if (compared?.stamp !== stamp) compared = { stamp, fault: faultOf(folder, software.jars) };
    return compared.fault;
  };

  async function state() {
    if (!existsSync(folder)) return "absent";
    return (await fault()) === undefined ? "installed" : "damaged";
  }

  async function fetchAnew({ signal, onProgress }: Waiter<FetchProgress>): Promise<void> {
    deleteDrafts(engines, drafts, parts);
    requireRoom(engines, bytes * DISK_FACTOR);
    // If the download fails or is killed, the next one continues with what is there.
    const draft = join(engines, parts);
    makePrivateFolder(draft);
    await fetchJars({ software, folder: draft, environment, signal, onProgress });
    rmSync(folder, { recursive: true, force: true });
    renameSync(draft, folder);
  }

  /** Another service of this user may have downloaded the software while this one waited for the lock. */
  async function fetchAlone(options: Waiter<FetchProgress>): Promise<void> {
    await alone(options.signal, async () => {
      if ((await state()) !== "installed") await fetchAnew(options);
    });
  }

  async function alone(signal: AbortSignal | undefined, work: () => Promise<void>): Promise<void> {
    try {
      makePrivateFolder(engines);
      await runExclusive(lock, signal, work);
    } catch (error) {
      if (signal?.aborted) throw cancellationError(signal);
      throw ofDisk(error, engines);
    }
  }

  const fetchShared = shareWork(fetchAlone);

  return {
    software,
    folder,
    megabytes: Math.ceil(bytes / 1024 / 1024),
    state,
    async fetch(options = {}) {
      if ((await state()) === "installed") return;
      await fetchShared(options);
    },
    async remove({ signal } = {}) {
      let was = false;
      if (!existsSync(engines)) return was;
      await alone(signal, async () => {
        was = existsSync(folder);
        // The folder is renamed before it is deleted, so that no process sees a half-deleted folder.
        if (was) renameSync(folder, mkdtempSync(join(engines, drafts)));
        deleteDrafts(engines, drafts);
      });
      return was;
    },
  };
}

/** The free disk space that a download needs, as a multiple of the size of the jars, because a class data archive is made of them. */
const DISK_FACTOR = 1.5;

/** Deletes the temporary folders that killed processes have left. The caller holds the lock, so no other process is using them. */
function deleteDrafts(engines: string, drafts: string, kept?: string): void {
  for (const name of readdirSync(engines)) {
    if (name.startsWith(drafts) && name !== kept) rmSync(join(engines, name), { recursive: true, force: true, maxRetries: 5 });
  }
}

function requireRoom(engines: string, room: number): void {
  const { bavail, bsize } = statfsSync(engines);
  if (bavail * bsize >= room) return;
  throw new ReeveError(
    "server-failure",
    `the disk of ${engines} is full: ${Math.round((bavail * bsize) / 1024 / 1024)} MB are free, and fetching the engine needs ${Math.ceil(room / 1024 / 1024)} MB; make room and try again`,
  );
}

const UNWRITABLE = new Set(["EACCES", "EPERM", "EROFS", "ENOTDIR", "EEXIST", "ENOENT"]);

/** Replaces an error of the file system by one with a helpful message. */
function ofDisk(error: unknown, folder: string): unknown {
  const code = codeOfError(error);
  if (code === "ENOSPC") return new ReeveError("server-failure", `the disk of ${folder} is full; make room and try again`);
  if (code !== undefined && UNWRITABLE.has(code)) {
    return new ReeveError(
      "server-failure",
      `${folder} cannot be written to (${code}); make it writable, or set REEVE_HOME to another folder`,
    );
  }
  return error;
}

/** The metadata of files, which changes whenever a file changes. It contains ctime, which (unlike mtime) cannot be set back. */
export function stampOfFiles(paths: readonly string[]): string {
  return paths.map(stampOfOne).join("\n");
}

function stampOfOne(path: string): string {
  try {
    const { ino, size, mtimeNs, ctimeNs } = statSync(path, { bigint: true });
    return `${ino} ${size} ${mtimeNs} ${ctimeNs}`;
  } catch {
    return "none";
  }
}

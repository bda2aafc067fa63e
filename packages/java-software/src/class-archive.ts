import { createHash } from "node:crypto";
import { createReadStream, existsSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import { open } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { inherited } from "@reeve/orchestrator";
import { cancellation } from "./cancellation.ts";
import type { JavaSoftware } from "./java-software.ts";
import type { Environment } from "./programs.ts";
import { runExclusive } from "./run-exclusive.ts";

/** What an archive is made with, and for. */
export interface ArchiveOptions {
  readonly software: Pick<JavaSoftware, "warmUp">;
  /** Where it is kept: the folder of the jars. */
  readonly folder: string;
  readonly java: string;
  /** What this Java says of itself: another one cannot read what it has written. */
  readonly version: string;
  readonly classPath: string;
  readonly environment: Environment;
  readonly signal?: AbortSignal | undefined;
  readonly onArchive?: (() => void) | undefined;
}

/**
 * The file in which Java has the classes ready, which saves each start two fifths of its work and each process some memory. It is made
 * once for each Java, by a warm-up of the software. Undefined where it cannot be made: everything works without it.
 */
export async function classArchive(options: ArchiveOptions): Promise<string | undefined> {
  const { software, folder, version, signal } = options;
  if (!software.warmUp) return undefined;
  const name = `classes-${createHash("sha256").update(version).digest("hex").slice(0, 12)}`;
  try {
    let archive = await wholeOne(folder, name);
    if (archive !== undefined) return archive;
    options.onArchive?.();
    await runExclusive(join(folder, `${name}.lock`), signal, async () => {
      archive = (await wholeOne(folder, name)) ?? (await make(name, options));
    });
    return archive;
  } catch {
    // Given up is not the same as impossible: it is tried again when it is wanted again.
    if (signal?.aborted) throw cancellation(signal);
    return undefined;
  }
}

/** Bytes; a smaller file is no archive of a node's classes. */
const LEAST = 1_000_000;

async function make(
  name: string,
  { software, folder, java, classPath, environment, signal }: ArchiveOptions,
): Promise<string | undefined> {
  // Damaged archives, and what killed processes have left; the lock is held.
  for (const old of readdirSync(folder)) {
    if (isArchive(old, name) || old.startsWith(`.${name}-`)) rmSync(join(folder, old), { recursive: true });
  }
  const place = mkdtempSync(join(folder, `.${name}-`));
  const draft = join(place, "classes.jsa");
  try {
    const own = { ...inherited(environment), CLASSPATH: classPath };
    const hasEnded = await software.warmUp?.(java, [`-XX:ArchiveClassesAtExit=${draft}`], {
      folder: place,
      environment: own,
      signal,
    });
    signal?.throwIfAborted();
    if (!hasEnded || !existsSync(draft) || statSync(draft).size < LEAST) return undefined;
    await reachDisk(draft);
    const archive = join(folder, `${name}-${await sha256Of(draft)}.jsa`);
    renameSync(draft, archive);
    return archive;
  } finally {
    rmSync(place, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Java believes what is in an archive, and ends in the middle of its work where that is damaged: so its name says what is to be in it. */
async function wholeOne(folder: string, name: string): Promise<string | undefined> {
  for (const file of readdirSync(folder).filter((each) => isArchive(each, name))) {
    const path = join(folder, file);
    if (file === `${name}-${await sha256Of(path).catch(() => "")}.jsa`) return path;
  }
  return undefined;
}

function isArchive(file: string, name: string): boolean {
  return file.startsWith(name) && file.endsWith(".jsa");
}

/** Piece by piece: a service that is at work has something else to do meanwhile. */
async function sha256Of(path: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(path, { highWaterMark: 2 ** 20 }), hash);
  return hash.digest("hex");
}

/** Else a machine that loses its power may have kept the new name of what it has not yet written. Java lets nobody write to an archive. */
async function reachDisk(path: string): Promise<void> {
  await using file = await open(path, "r");
  await file.sync();
}

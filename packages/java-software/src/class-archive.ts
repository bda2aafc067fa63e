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
  /** The folder of the jars, which also holds the archive. */
  readonly folder: string;
  readonly java: string;
  /** The output of `java -version`: another Java cannot read the archive. */
  readonly version: string;
  readonly classPath: string;
  readonly environment: Environment;
  readonly signal?: AbortSignal | undefined;
  readonly onArchive?: (() => void) | undefined;
}

/**
 * A class data archive, which saves two fifths of each start and some memory of each process. It is made once for each Java and each place of
 * the jars (Java ignores an archive whose jars were elsewhere), by a warm-up of the software. Undefined where it cannot be made: everything works without it.
 */
export async function classArchive(options: ArchiveOptions): Promise<string | undefined> {
  const { software, folder, version, classPath, signal } = options;
  if (!software.warmUp) return undefined;
  const name = `classes-${createHash("sha256").update(`${version}\n${classPath}`).digest("hex").slice(0, 12)}`;
  try {
    let archive = await wholeOne(folder, name);
    if (archive !== undefined) return archive;
    options.onArchive?.();
    await runExclusive(join(folder, `${name}.lock`), signal, async () => {
      archive = (await wholeOne(folder, name)) ?? (await make(name, options));
    });
    return archive;
  } catch {
    // A cancelled attempt is not a failed one: it is tried again when it is needed again.
    if (signal?.aborted) throw cancellation(signal);
    return undefined;
  }
}

/** Bytes; a smaller file cannot contain a node's classes. */
const MIN_BYTES = 1_000_000;

async function make(
  name: string,
  { software, folder, java, classPath, environment, signal }: ArchiveOptions,
): Promise<string | undefined> {
  // Damaged archives and remains of killed processes are deleted under the lock.
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
    if (!hasEnded || !existsSync(draft) || statSync(draft).size < MIN_BYTES) return undefined;
    await reachDisk(draft);
    const archive = join(folder, `${name}-${await sha256Of(draft)}.jsa`);
    renameSync(draft, archive);
    return archive;
  } finally {
    rmSync(place, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Java does not verify an archive and crashes on a damaged one, so its checksum is part of its name. */
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

/** In pieces, because the service has other work meanwhile. */
async function sha256Of(path: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(path, { highWaterMark: 2 ** 20 }), hash);
  return hash.digest("hex");
}

/** Otherwise the new name could survive a power failure without the content. Archives are read-only. */
async function reachDisk(path: string): Promise<void> {
  await using file = await open(path, "r");
  await file.sync();
}

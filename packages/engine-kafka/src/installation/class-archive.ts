import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { forJava } from "./inherited.ts";
import { oneAtATime } from "./one-at-a-time.ts";
import { type Environment, run } from "./programs.ts";
import { liveShortly } from "./short-life.ts";

/** What an archive is made with, and for. */
export interface ArchiveOptions {
  /** Where it is kept: the folder of the jars. */
  readonly folder: string;
  readonly java: string;
  readonly classPath: string;
  readonly environment: Environment;
  readonly signal?: AbortSignal | undefined;
  readonly onArchive?: (() => void) | undefined;
}

/**
 * The file in which Java has the classes of Kafka ready, which saves each start two fifths of its work and each process some memory. It is made
 * once for each Java, by starting a node and ending it again. Undefined where it cannot be made: everything works without it.
 */
export async function classArchive(options: ArchiveOptions): Promise<string | undefined> {
  const { folder, java, signal } = options;
  try {
    const { printed } = await run(java, ["-version"], { environment: forJava(options.environment), signal });
    const archive = join(folder, `classes-${createHash("sha256").update(printed).digest("hex").slice(0, 12)}.jsa`);
    if (existsSync(archive)) return archive;
    options.onArchive?.();
    await oneAtATime(`${archive}.lock`, signal, async () => {
      if (!existsSync(archive)) await make(archive, options);
    });
    return existsSync(archive) ? archive : undefined;
  } catch {
    return undefined;
  }
}

/** Less is no archive of a broker's classes. */
const LEAST = 1_000_000;

async function make(archive: string, { folder, java, classPath, environment, signal }: ArchiveOptions): Promise<void> {
  const mark = `.${basename(archive)}-`;
  // What somebody left who was killed; nobody else is at it now.
  for (const name of readdirSync(folder)) if (name.startsWith(mark)) rmSync(join(folder, name), { recursive: true });
  const place = mkdtempSync(join(folder, mark));
  const draft = join(place, "classes.jsa");
  try {
    const own = { ...forJava(environment), CLASSPATH: classPath };
    const hasEnded = await liveShortly(java, [`-XX:ArchiveClassesAtExit=${draft}`], {
      place,
      environment: own,
      signal,
    });
    if (hasEnded && existsSync(draft) && statSync(draft).size >= LEAST) renameSync(draft, archive);
  } finally {
    rmSync(place, { recursive: true, force: true, maxRetries: 5 });
  }
}

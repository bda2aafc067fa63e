import { existsSync, realpathSync } from "node:fs";
import { delimiter, join } from "node:path";
import { ReeveError } from "@reeve/contract";
import { classArchive } from "./class-archive.ts";
import { distributionOf } from "./distribution.ts";
import { describeJava } from "./find-java.ts";
import type { FetchOptions, Installation } from "./installation.ts";
import type { Environment } from "./programs.ts";
import { stampOf } from "./stamp.ts";

/** What the software is run with on this machine. */
export interface Tools {
  readonly java: string;
  /** The jars by name, because other files in the folder must not be loaded. */
  readonly classPath: string;
  /** The class data archive, where there is one. */
  readonly archive?: string | undefined;
}

/** Tools with the metadata of their files when they were verified. */
export interface PreparedTools extends Tools {
  readonly stamp: string;
}

/** Prepares the engine: Java, and the jars of the user's own distribution or of the installation, which is fetched if it is missing. */
export async function prepareTools(
  installation: Installation,
  environment: Environment,
  options: PrepareToolsOptions = {},
): Promise<PreparedTools> {
  const { software } = installation;
  const distribution = distributionOf(software, environment);
  if (distribution) {
    const { java } = await describeJava(software.java, environment);
    const tools = { java, classPath: classPathOf(distribution.jars) };
    return { ...tools, stamp: stampOf(filesOf(tools)) };
  }
  const folder = realPathOf(installation.folder);
  const jars = software.jars.map(({ name }) => join(folder, name));
  const classPath = classPathOf(jars);
  let compared = stampOf(jars);
  // The jars are compared while `java -version` runs.
  const [{ java, version }] = await Promise.all([describeJava(software.java, environment), installation.state()]);
  for (;;) {
    await installation.fetch(options);
    const now = stampOf(jars);
    // Only files that have not changed since their comparison are used.
    if (now === compared) break;
    compared = now;
  }
  const { signal, onArchive } = options;
  const archive = await classArchive({ software, folder, java, version, classPath, environment, signal, onArchive });
  const stamp = `${stampOf([java])}\n${compared}`;
  if (archive === undefined) return { java, classPath, stamp };
  return { java, classPath, archive, stamp: `${stamp}\n${stampOf([archive])}` };
}

/** Whether the files have not changed since they were verified. */
export function areUnchanged(tools: PreparedTools): boolean {
  return tools.stamp === stampOf(filesOf(tools));
}

function filesOf({ java, classPath, archive }: Tools): readonly string[] {
  return [java, ...classPath.split(delimiter), ...(archive === undefined ? [] : [archive])];
}

export interface PrepareToolsOptions extends FetchOptions {
  /** Called before the class data archive is made, which takes seconds. */
  readonly onArchive?: () => void;
}

function classPathOf(jars: readonly string[]): string {
  const torn = jars.find((jar) => jar.includes(delimiter));
  if (torn === undefined) return jars.join(delimiter);
  throw new ReeveError(
    "bad-input",
    `Java cannot read ${torn}: a path with "${delimiter}" in it is not allowed in a class path; set REEVE_HOME to another folder`,
  );
}

/** Where a folder really is, so that the same jars have one archive of classes, by whichever link they are reached. */
function realPathOf(folder: string): string {
  return existsSync(folder) ? realpathSync(folder) : folder;
}

import { existsSync, realpathSync } from "node:fs";
import { delimiter, join } from "node:path";
import { ReeveError } from "@reeve/contract";
import { classArchive } from "./class-archive.ts";
import { distributionOf } from "./distribution.ts";
import { describeJava } from "./find-java.ts";
import { type FetchOptions, type Installation, stampOfFiles } from "./installation.ts";
import type { ProgramEnvironment } from "./programs.ts";

/** The paths of Java, of the jars and of the archive on this machine. */
export interface Tools {
  readonly java: string;
  /** The paths of the jars. Each jar is named, because other files in its folder must not be loaded. */
  readonly classPath: string;
  /** The path of the class data archive, if there is one. */
  readonly archive?: string | undefined;
}

/** Tools together with the metadata that their files had when they were verified. */
export interface PreparedTools extends Tools {
  readonly stamp: string;
}

/** Finds Java, and the jars of the user's own distribution or of the installation. If the installation is missing, it is downloaded. */
export async function prepareTools(
  installation: Installation,
  environment: ProgramEnvironment,
  options: PrepareToolsOptions = {},
): Promise<PreparedTools> {
  const { software } = installation;
  const distribution = distributionOf(software, environment);
  if (distribution) {
    const { java } = await describeJava(software.java, environment);
    const tools = { java, classPath: classPathOf(distribution.jars) };
    return { ...tools, stamp: stampOfFiles(filesOf(tools)) };
  }
  const folder = realPathOf(installation.folder);
  const jars = software.jars.map(({ name }) => join(folder, name));
  const classPath = classPathOf(jars);
  let compared = stampOfFiles(jars);
  // The jars are verified while `java -version` runs.
  const [{ java, version }] = await Promise.all([describeJava(software.java, environment), installation.state()]);
  for (;;) {
    await installation.fetch(options);
    const now = stampOfFiles(jars);
    // Files that changed during the verification are verified again.
    if (now === compared) break;
    compared = now;
  }
  const { signal, onArchive } = options;
  const archive = await classArchive({ software, folder, java, version, classPath, environment, signal, onArchive });
  const stamp = `${stampOfFiles([java])}\n${compared}`;
  if (archive === undefined) return { java, classPath, stamp };
  return { java, classPath, archive, stamp: `${stamp}\n${stampOfFiles([archive])}` };
}

/** The tools, if nothing has to be downloaded for them; otherwise undefined. Rejects if there is no suitable Java. */
export async function installedTools(installation: Installation, environment: ProgramEnvironment): Promise<Tools | undefined> {
  const { software } = installation;
  const distribution = distributionOf(software, environment);
  if (!distribution && (await installation.state()) !== "installed") return undefined;
  const { java } = await describeJava(software.java, environment);
  const jars = distribution?.jars ?? software.jars.map(({ name }) => join(realPathOf(installation.folder), name));
  return { java, classPath: classPathOf(jars) };
}

/** Whether the files of the tools have not changed since their verification. */
export function areUnchanged(tools: PreparedTools): boolean {
  return tools.stamp === stampOfFiles(filesOf(tools));
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

/** Returns the real path of a folder, so that the same jars get a single class data archive even if several links lead to them. */
function realPathOf(folder: string): string {
  return existsSync(folder) ? realpathSync(folder) : folder;
}

import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import type { DistributionRule } from "./distribution.ts";
import type { ProgramEnvironment } from "./programs.ts";

/** Describes Java software: the jars that it consists of, and the requirements. */
export interface JavaSoftware {
  /** The name in commands and folders, such as `kafka`. */
  readonly name: string;
  /** The name in sentences, such as `Kafka`. */
  readonly title: string;
  readonly version: string;
  readonly jars: readonly PinnedJar[];
  /** The versions of Java with which the software runs. */
  readonly java: JavaVersions;
  /** How to find the user's own installation; absent if only downloaded software is used. */
  readonly distribution?: DistributionRule;
  /** Runs the software once, so that Java can write a class data archive. */
  readonly warmUp?: WarmUp;
}

/** The oldest and the newest supported version of Java. */
export interface JavaVersions {
  readonly oldest: number;
  readonly newest?: number;
}

/** Starts the software once with these Java options and stops it cleanly. Returns false if it did not start or had to be killed. */
export type WarmUp = (java: string, options: readonly string[], given: WarmUpOptions) => Promise<boolean>;

export interface WarmUpOptions {
  /** An empty folder for files of the warm-up. */
  readonly folder: string;
  readonly environment: ProgramEnvironment;
  readonly signal?: AbortSignal | undefined;
}

export interface PinnedJar {
  /** The path in a Maven repository. */
  readonly path: string;
  /** The name of the file. */
  readonly name: string;
  readonly size: number;
  readonly sha256: string;
}

/** Parses the list of a release, in which each line has a path in a Maven repository, a size in bytes and a SHA-256. */
export function pinnedJars(list: string): readonly PinnedJar[] {
  return list.split("\n").map((line) => {
    const [path = "", size, sha256 = ""] = line.split(" ");
    return { path, name: basename(path), size: Number(size), sha256 };
  });
}

/** Returns the first fault of the jars in a folder. Other files do not matter, because they are not on the class path. */
export async function faultOf(folder: string, jars: readonly PinnedJar[]): Promise<string | undefined> {
  for (const jar of jars) {
    const fault = await faultOfJar(folder, jar);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

/** Returns how a file differs from the expected jar; undefined if it is that jar. */
export async function faultOfJar(folder: string, { name, size, sha256 }: Omit<PinnedJar, "path">): Promise<string | undefined> {
  const content = await readFile(join(folder, name)).catch(() => undefined);
  if (content === undefined) return `${name} is missing`;
  if (content.length !== size) return `${name} has ${content.length} bytes instead of ${size}`;
  const found = createHash("sha256").update(content).digest("hex");
  if (found !== sha256) return `${name} is not the expected file: its sha256 is ${found} instead of ${sha256}`;
  return undefined;
}

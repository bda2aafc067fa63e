import { homedir } from "node:os";
import { isAbsolute, join, resolve } from "node:path";
import { ReeveError } from "@reeve/contract";
import { inherited } from "@reeve/orchestrator/engine";
import type { JavaVersions } from "./java-software.ts";
import { findProgram, isExecutable, type ProgramEnvironment, run } from "./programs.ts";

/** The path of a Java program, and its output for `java -version`. */
interface Java {
  readonly java: string;
  readonly version: string;
}

/** Returns the path of a Java program with one of these versions. JAVA_HOME is searched first, then PATH. */
export async function findJava(versions: JavaVersions, environment: ProgramEnvironment): Promise<string> {
  return (await describeJava(versions, environment)).java;
}

/** Like `findJava`, but also returns the output of `java -version`. */
export async function describeJava(versions: JavaVersions, environment: ProgramEnvironment): Promise<Java> {
  const advice = adviceFor(versions);
  const { JAVA_HOME } = environment;
  const ofHome = JAVA_HOME ? join(JAVA_HOME, "bin", "java") : undefined;
  if (ofHome !== undefined && !isExecutable(ofHome)) {
    throw new ReeveError("not-found", `JAVA_HOME is ${JAVA_HOME}, but that folder has no bin/java; ${advice}`);
  }
  const java = ofHome ?? findProgram("java", environment);
  if (java === undefined) throw new ReeveError("not-found", `Java was not found; ${advice}`);
  const version = await versionOf(java, environment);
  const number = numberIn(version);
  if (number === undefined) throw new ReeveError("not-found", `${java} does not report its version; ${advice}`);
  const { oldest, newest = Infinity } = versions;
  if (number >= oldest && number <= newest) return { java, version };
  const wrong = number < oldest ? "old" : "new";
  throw new ReeveError("not-found", `${java} is Java ${number}, which is too ${wrong}; ${advice}`);
}

function adviceFor({ oldest, newest }: JavaVersions): string {
  let wanted = newest === undefined ? `${oldest} or newer` : `${oldest} to ${newest}`;
  if (newest === oldest) wanted = `${oldest}`;
  return `install Java ${wanted} and set JAVA_HOME or PATH, or use the simulated engine, which needs no Java`;
}

async function versionOf(java: string, environment: ProgramEnvironment): Promise<string> {
  const { printed } = await run(java, ["-version"], { environment: inherited(environment) }).catch((error: Error) => ({
    printed: error.message,
  }));
  return printed;
}

function numberIn(version: string): number | undefined {
  // Before version 9, the version number of Java began with `1.`, as in 1.8.
  const [, number] = /version "(?:1\.)?(\d+)/.exec(version) ?? [];
  return number === undefined ? undefined : Number(number);
}

/** Returns the default folder for engines, which is below REEVE_HOME or in the platform's cache folder. */
export function enginesFolder(environment: ProgramEnvironment, platform: string): string {
  const { REEVE_HOME, XDG_CACHE_HOME } = environment;
  if (REEVE_HOME) return resolve(REEVE_HOME, "engines");
  // The XDG specification says that relative paths must be ignored.
  if (XDG_CACHE_HOME && isAbsolute(XDG_CACHE_HOME)) return join(XDG_CACHE_HOME, "reeve", "engines");
  if (platform === "darwin") return join(homedir(), "Library", "Caches", "reeve", "engines");
  return join(homedir(), ".cache", "reeve", "engines");
}

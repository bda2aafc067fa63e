import { join } from "node:path";
import { ReeveError } from "@reeve/contract";
import { inherited } from "@reeve/orchestrator/engine";
import type { JavaVersions } from "./java-software.ts";
import { type Environment, findProgram, isExecutable, run } from "./programs.ts";

/** The path of a Java program, and its output for `java -version`. */
export interface Java {
  readonly java: string;
  readonly version: string;
}

/** Returns the path of a Java program with one of these versions. JAVA_HOME is searched first, then PATH. */
export async function findJava(versions: JavaVersions, environment: Environment): Promise<string> {
  return (await describeJava(versions, environment)).java;
}

/** Like `findJava`, but also returns the output of `java -version`. */
export async function describeJava(versions: JavaVersions, environment: Environment): Promise<Java> {
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
  if (number === undefined) {
    throw new ReeveError("not-found", `${java} does not report its version; ${advice}`);
  }
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

async function versionOf(java: string, environment: Environment): Promise<string> {
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

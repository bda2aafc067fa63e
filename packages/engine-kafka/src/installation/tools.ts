import { delimiter, join } from "node:path";
import { ReeveError } from "@reeve/contract";
import { jarsOfDistribution } from "./distribution.ts";
import { findJava } from "./find-java.ts";
import type { FetchOptions, Installation } from "./installation.ts";
import { pinnedJars } from "./pinned-jars.ts";
import type { Environment } from "./programs.ts";

/** What this machine runs Kafka with. */
export interface Tools {
  readonly java: string;
  /** The jars, each by its name: what lies beside them is not run. */
  readonly classPath: string;
}

/** Gets the engine ready: Java, and the jars of KAFKA_HOME or of the installation, fetched where they are missing. */
export async function prepareTools(
  installation: Installation,
  environment: Environment,
  options: FetchOptions = {},
): Promise<Tools> {
  const java = await findJava(environment);
  return { java, classPath: classPathOf(await jars()) };

  async function jars(): Promise<readonly string[]> {
    if (environment.KAFKA_HOME) return jarsOfDistribution(environment.KAFKA_HOME);
    await installation.fetch(options);
    return pinnedJars.map(({ name }) => join(installation.folder, name));
  }
}

function classPathOf(jars: readonly string[]): string {
  const torn = jars.find((jar) => jar.includes(delimiter));
  if (torn === undefined) return jars.join(delimiter);
  throw new ReeveError(
    "bad-input",
    `Java cannot read ${torn}: a path with "${delimiter}" in it cannot stand in a class path; set REEVE_HOME to another folder`,
  );
}

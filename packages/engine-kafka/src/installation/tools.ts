import { delimiter, join } from "node:path";
import { ReeveError } from "@reeve/contract";
import { classArchive } from "./class-archive.ts";
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
  /** The classes as Java has them ready, where it has. */
  readonly archive?: string | undefined;
}

/** Gets the engine ready: Java, and the jars of KAFKA_HOME or of the installation, fetched where they are missing. */
export async function prepareTools(
  installation: Installation,
  environment: Environment,
  options: PrepareToolsOptions = {},
): Promise<Tools> {
  const java = await findJava(environment);
  if (environment.KAFKA_HOME) return { java, classPath: classPathOf(jarsOfDistribution(environment.KAFKA_HOME)) };
  await installation.fetch(options);
  const { folder } = installation;
  const classPath = classPathOf(pinnedJars.map(({ name }) => join(folder, name)));
  const { signal, onArchive } = options;
  return { java, classPath, archive: await classArchive({ folder, java, classPath, environment, signal, onArchive }) };
}

export interface PrepareToolsOptions extends FetchOptions {
  /** Told when classes are about to be made ready, which takes seconds. */
  readonly onArchive?: () => void;
}

function classPathOf(jars: readonly string[]): string {
  const torn = jars.find((jar) => jar.includes(delimiter));
  if (torn === undefined) return jars.join(delimiter);
  throw new ReeveError(
    "bad-input",
    `Java cannot read ${torn}: a path with "${delimiter}" in it cannot stand in a class path; set REEVE_HOME to another folder`,
  );
}

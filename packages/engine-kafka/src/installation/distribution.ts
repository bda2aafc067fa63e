import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { ReeveError } from "@reeve/contract";
import type { Environment } from "./programs.ts";

/** A Kafka that somebody has installed. It is theirs, so that nothing in it is compared with a list. */
export interface Distribution {
  readonly folder: string;
  readonly version: string;
  readonly jars: readonly string[];
}

/** The oldest release that runs as these pod specs say. */
const OLDEST = { major: 4, minor: 2 };

/** What a broker, a controller and the producer test are started from; the rest is what these bring along. */
const NEEDED = [
  "kafka-clients",
  "kafka-metadata",
  "kafka-raft",
  "kafka-server",
  "kafka-storage",
  "kafka-tools",
  "scala-library",
];

/** The distribution that KAFKA_HOME names, where it names any. Refuses one that cannot be run. */
export function distributionOf({ KAFKA_HOME: folder }: Environment): Distribution | undefined {
  if (!folder) return undefined;
  const libs = join(folder, "libs");
  const names = existsSync(libs) ? readdirSync(libs).filter((name) => name.endsWith(".jar")) : [];
  const [version] = names.flatMap((name) => /^kafka_2\.\d+-(\d+\.\d+[\d.]*)\.jar$/.exec(name)?.[1] ?? []);
  if (version === undefined) throw lacking(folder, "Kafka");
  if (isTooOld(version)) {
    throw new ReeveError(
      "not-found",
      `KAFKA_HOME is Kafka ${version}, which is too old; set it to Kafka ${OLDEST.major}.${OLDEST.minor} or newer, or unset it to have the engine fetched`,
    );
  }
  const missing = NEEDED.find(
    (jar) => !names.some((name) => name.startsWith(jar) && /^-\d/.test(name.slice(jar.length))),
  );
  if (missing !== undefined) throw lacking(folder, missing);
  return { folder, version, jars: names.sort().map((name) => join(libs, name)) };
}

function isTooOld(version: string): boolean {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  return major < OLDEST.major || (major === OLDEST.major && minor < OLDEST.minor);
}

function lacking(folder: string, what: string): ReeveError {
  return new ReeveError(
    "not-found",
    `KAFKA_HOME is ${folder}, and there is no ${what} in its folder libs; set it to a distribution, or unset it to have the engine fetched`,
  );
}

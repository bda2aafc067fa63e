import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { ReeveError } from "@reeve/contract";

/** The oldest release that runs as these pod specs say. */
const OLDEST = 4;

/** The jars of a distribution that somebody has installed: `libs/` of a folder. It is theirs, so that nothing in it is compared with a list. */
export function jarsOfDistribution(home: string): readonly string[] {
  const libs = join(home, "libs");
  const names = existsSync(libs) ? readdirSync(libs).filter((name) => name.endsWith(".jar")) : [];
  const versions = names.flatMap((name) => /^kafka_2\.\d+-(\d+)\.[\d.]+\.jar$/.exec(name)?.[1] ?? []);
  const [version] = versions;
  if (version === undefined) {
    throw new ReeveError(
      "not-found",
      `KAFKA_HOME is ${home}, and there is no Kafka in its folder libs; set it to a distribution, or unset it to have the engine fetched`,
    );
  }
  if (Number(version) < OLDEST) {
    throw new ReeveError(
      "not-found",
      `KAFKA_HOME is Kafka ${version}, which is too old; set it to Kafka ${OLDEST}.2 or newer, or unset it to have the engine fetched`,
    );
  }
  return names.sort().map((name) => join(libs, name));
}

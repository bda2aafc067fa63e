import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { ReeveError } from "@reeve/contract";
import type { JavaSoftware } from "./java-software.ts";
import type { Environment } from "./programs.ts";

/** How the user's own installation is named and recognised. */
export interface DistributionRule {
  /** The environment variable with its folder: `KAFKA_HOME`. */
  readonly variable: string;
  /** The folder of its jars, relative to the variable's. */
  readonly jars: string;
  /** Matches the name of one jar, with the version as its first group. */
  readonly version: RegExp;
  /** The oldest release that can be run. */
  readonly oldest: { readonly major: number; readonly minor: number };
  /** The required jars, by name without a version. */
  readonly needed: readonly string[];
}

/** The user's own installation; its jars are not compared with a list. */
export interface Distribution {
  /** The variable that named it. */
  readonly variable: string;
  readonly folder: string;
  readonly version: string;
  readonly jars: readonly string[];
}

/** The installation that the environment names, if any. Refuses one that cannot be used. */
export function distributionOf(
  { title, distribution: rule }: JavaSoftware,
  environment: Environment,
): Distribution | undefined {
  const folder = rule && environment[rule.variable];
  if (!folder) return undefined;
  const { variable, oldest } = rule;
  const jars = join(folder, rule.jars);
  const names = existsSync(jars) ? readdirSync(jars).filter((name) => name.endsWith(".jar")) : [];
  const [version] = names.flatMap((name) => rule.version.exec(name)?.[1] ?? []);
  const lacking = (what: string) =>
    new ReeveError(
      "not-found",
      `${variable} is ${folder}, and there is no ${what} in its folder ${rule.jars}; set it to a distribution, or unset it to have the engine fetched`,
    );
  if (version === undefined) throw lacking(title);
  if (isOlder(version, oldest)) {
    throw new ReeveError(
      "not-found",
      `${variable} is ${title} ${version}, which is too old; set it to ${title} ${oldest.major}.${oldest.minor} or newer, or unset it to have the engine fetched`,
    );
  }
  const missing = rule.needed.find(
    (jar) => !names.some((name) => name.startsWith(jar) && /^-\d/.test(name.slice(jar.length))),
  );
  if (missing !== undefined) throw lacking(missing);
  return { variable, folder, version, jars: names.sort().map((name) => join(jars, name)) };
}

function isOlder(version: string, oldest: DistributionRule["oldest"]): boolean {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  return major < oldest.major || (major === oldest.major && minor < oldest.minor);
}

import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { ReeveError } from "@reeve/contract";
import type { JavaSoftware } from "./java-software.ts";
import type { ProgramEnvironment } from "./programs.ts";

/** How to find and check the user's own installation of the software. */
export interface DistributionRule {
  /** The environment variable with the path of the installation, such as `KAFKA_HOME`. */
  readonly variable: string;
  /** The folder with the jars, relative to the installation. */
  readonly jars: string;
  /** Matches the name of a jar that contains the version of the software. The first group is this version. */
  readonly version: RegExp;
  /** The oldest supported version. */
  readonly oldest: { readonly major: number; readonly minor: number };
  /** The names (without versions) of the jars that an installation must contain. */
  readonly needed: readonly string[];
}

/** The user's own installation of the software. The jars of that installation are not compared with the list of pinned jars. */
export interface Distribution {
  /** The environment variable with the path of the installation. */
  readonly variable: string;
  readonly folder: string;
  readonly version: string;
  readonly jars: readonly string[];
}

/** Returns the installation that the environment variable names, if it is set. Refuses one that cannot be used. */
export function distributionOf({ title, distribution: rule }: JavaSoftware, environment: ProgramEnvironment): Distribution | undefined {
  const folder = rule && environment[rule.variable];
  if (!folder) return undefined;
  const { variable, oldest } = rule;
  const jars = join(folder, rule.jars);
  const names = existsSync(jars) ? readdirSync(jars).filter((name) => name.endsWith(".jar")) : [];
  const [version] = names.flatMap((name) => rule.version.exec(name)?.[1] ?? []);
  const lacking = (what: string) =>
    new ReeveError(
      "not-found",
      `${variable} is ${folder}, but there is no ${what} in its folder ${rule.jars}; set ${variable} to a distribution, or unset it to have the engine fetched`,
    );
  if (version === undefined) throw lacking(title);
  if (isOlder(version, oldest)) {
    throw new ReeveError(
      "not-found",
      `${variable} is ${title} ${version}, which is too old; set ${variable} to ${title} ${oldest.major}.${oldest.minor} or newer, or unset it to have the engine fetched`,
    );
  }
  const missing = rule.needed.find((jar) => !names.some((name) => name.startsWith(jar) && /^-\d/.test(name.slice(jar.length))));
  if (missing !== undefined) throw lacking(missing);
  return { variable, folder, version, jars: names.sort().map((name) => join(jars, name)) };
}

function isOlder(version: string, oldest: DistributionRule["oldest"]): boolean {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  return major < oldest.major || (major === oldest.major && minor < oldest.minor);
}

/**
 * Pins the release of Kafka that `pom.xml` names: after a change there, run `node release/pin.ts` (with Java and Maven), and review what
 * changes.
 */
import { execFileSync } from "node:child_process";
import { join } from "node:path";
// @boundaries-ignore: a tool of the repository, which is no package
import { pinRelease } from "../../../../scripts/pin-release.ts";

// The settings are in a package of their own, because the simulation accepts the same ones.
const settingsPackage = "../../broker-planning";
pinRelease({ folder: import.meta.dirname, title: "Kafka", artifact: "kafka", knownSettings, settingsPackage });

function knownSettings(lib: string): string {
  const printed = execFileSync("java", ["-cp", join(lib, "*"), join(import.meta.dirname, "Settings.java")], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  });
  const lines = printed
    .trim()
    .split("\n")
    .map((line) => {
      const [name = "", type = "", accepts = ""] = line.split("\t");
      return [name, type.toLowerCase(), acceptedOf(accepts)].join(" ").trimEnd();
    });
  return `/**
 * The settings that the pinned broker defines: name, type, and accepted values: \`1..5\` is a range, \`a|b\` one of these, or some of these
 * for a list.
 */
export const KNOWN_SETTINGS = \`${lines.join("\n")}\`;
`;
}

/**
 * Shortens the accepted values of a setting. The broker prints `[1,...]` and `[2,...,5]` for ranges, and brackets with other values for
 * alternatives.
 */
function acceptedOf(accepts: string): string {
  const [, from, to = ""] = /^\[(-?\d+),\.\.\.,?(-?\d+)?\]$/.exec(accepts) ?? [];
  return from === undefined ? accepts.replace(/^\[|\]$/g, "").replaceAll(", ", "|") : `${from}..${to}`;
}

/** Pins the release of Kafka in `pom.xml`. Run it after a change there (`node release/pin.ts`, with Java and Maven), and review the result. */
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { pinRelease } from "../../../scripts/pin-release.ts";

pinRelease({ folder: import.meta.dirname, title: "Kafka", artifact: "kafka", knownSettings });

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

/** `[1,...]` and `[2,...,5]` are ranges; anything else in brackets is a choice. */
function acceptedOf(accepts: string): string {
  const [, from, to = ""] = /^\[(-?\d+),\.\.\.,?(-?\d+)?\]$/.exec(accepts) ?? [];
  return from === undefined ? accepts.replace(/^\[|\]$/g, "").replaceAll(", ", "|") : `${from}..${to}`;
}

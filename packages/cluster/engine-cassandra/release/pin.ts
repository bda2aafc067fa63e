/**
 * Pins the release of Cassandra that `pom.xml` names: after a change there, run `node release/pin.ts` (with Java and Maven), and review
 * what changes.
 */
import { execFileSync } from "node:child_process";
import { join } from "node:path";
// @boundaries-ignore: a tool of the repository, which is no package
import { pinRelease } from "../../../../scripts/pin-release.ts";

pinRelease({ folder: import.meta.dirname, title: "Cassandra", artifact: "cassandra", knownSettings });

function knownSettings(lib: string): string {
  const printed = execFileSync("java", ["-cp", join(lib, "*"), join(import.meta.dirname, "Settings.java")], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  });
  const lines = printed
    .trim()
    .split("\n")
    .map((line) => line.replaceAll("\t", " ").trimEnd());
  return `/** The settings that the pinned database defines: name, type, and the accepted words where there are only some. */
export const KNOWN_SETTINGS = \`${lines.join("\n")}\`;
`;
}

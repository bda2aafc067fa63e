/**
 * Writes down what `pom.xml` resolves to: every jar with its size and sha256, and the settings that this version of the database knows.
 * Run it after a change of `pom.xml` (`node release/pin.ts`, with Java and Maven) and review the result.
 */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const folder = import.meta.dirname;
const source = join(folder, "../src");
const work = mkdtempSync(join(tmpdir(), "reeve-pin-"));
try {
  cpSync(join(folder, "pom.xml"), join(work, "pom.xml"));
  execFileSync("mvn", ["-B", "-q", "dependency:copy-dependencies", "-DoutputDirectory=lib"], { cwd: work });
  writeFileSync(join(source, "software/release.ts"), release());
  writeFileSync(join(source, "settings/known-settings.ts"), knownSettings());
} finally {
  rmSync(work, { recursive: true, force: true });
}

function release(): string {
  const pom = readFileSync(join(folder, "pom.xml"), "utf8");
  const [, version = ""] = /<artifactId>cassandra<\/artifactId>\s*<version>(.*)<\/version>/.exec(pom) ?? [];
  const jars = readdirSync(join(work, "lib")).sort().map(pinned);
  return `// Written by release/pin.ts.

/** The version of Cassandra that is pinned. */
export const VERSION = ${JSON.stringify(version)};

/** The project that Maven resolves. */
export const POM = \`${pom.replaceAll("`", "\\`")}\`;

/** The expected jars: name, size in bytes, sha256. */
export const JARS = \`${jars.join("\n")}\`;
`;
}

function pinned(name: string): string {
  const content = readFileSync(join(work, "lib", name));
  return `${name} ${content.length} ${createHash("sha256").update(content).digest("hex")}`;
}

function knownSettings(): string {
  const printed = execFileSync("java", ["-cp", join(work, "lib/*"), join(folder, "Settings.java")], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  });
  const lines = printed
    .trim()
    .split("\n")
    .map((line) => line.replaceAll("\t", " ").trimEnd());
  return `// Written by release/pin.ts.

/** The settings that the pinned database defines: name, type, and the accepted words where there are only some. */
export const KNOWN_SETTINGS = \`${lines.join("\n")}\`;
`;
}

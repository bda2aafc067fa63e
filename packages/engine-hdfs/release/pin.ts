/**
 * Writes down what `pom.xml` resolves to: every jar with its size and sha256, and the names of the settings that this version knows. Run
 * it after a change of `pom.xml` (`node release/pin.ts`, with Maven and `unzip`) and review the result.
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
  const pom = readFileSync(join(folder, "pom.xml"), "utf8");
  const [, version = ""] = /<artifactId>hdfs<\/artifactId>\s*<version>(.*)<\/version>/.exec(pom) ?? [];
  writeFileSync(join(source, "software/release.ts"), release(pom, version));
  writeFileSync(join(source, "settings/known-settings.ts"), knownSettings(version));
} finally {
  rmSync(work, { recursive: true, force: true });
}

function release(pom: string, version: string): string {
  const jars = readdirSync(join(work, "lib")).sort().map(pinned);
  return `// Written by release/pin.ts.

/** The version of HDFS that is pinned. */
export const VERSION = ${JSON.stringify(version)};

/** What Maven is told to bring. */
export const POM = \`${pom.replaceAll("`", "\\`")}\`;

/** What it must be: name, size in bytes, sha256. */
export const JARS = \`${jars.join("\n")}\`;
`;
}

function pinned(name: string): string {
  const content = readFileSync(join(work, "lib", name));
  return `${name} ${content.length} ${createHash("sha256").update(content).digest("hex")}`;
}

function knownSettings(version: string): string {
  return `// Written by release/pin.ts.

/** The settings of the core site document that the pinned release knows. */
export const KNOWN_CORE_SETTINGS = \`${namesIn(`hadoop-common-${version}.jar`, "core-default.xml")}\`;

/** The settings of the file system's own site document. */
export const KNOWN_HDFS_SETTINGS = \`${namesIn(`hadoop-hdfs-${version}.jar`, "hdfs-default.xml")}\`;
`;
}

/** The names of the properties in a document of defaults. */
function namesIn(jar: string, document: string): string {
  const text = execFileSync("unzip", ["-p", join(work, "lib", jar), document], { encoding: "utf8" });
  const names = [...text.matchAll(/<name>\s*([^<\s]+)\s*<\/name>/g)].map(([, name]) => name);
  return [...new Set(names)].sort().join("\n");
}

import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** What is pinned for an engine. */
interface Pinned {
  /** The engine's `release` folder, with its `pom.xml`. */
  readonly folder: string;
  /** The software's name in comments, such as `Kafka`. */
  readonly title: string;
  /** The artifact whose version is pinned. */
  readonly artifact: string;
  /** Writes the module with the settings that this version knows. `lib` is the folder with the jars. */
  readonly knownSettings: (lib: string, version: string) => string;
  /** The folder of this module, relative to `folder`. */
  readonly settingsFolder?: string;
}

/**
 * Resolves `pom.xml` and writes the result into the engine's sources: every jar with its size and sha256, and the settings that this
 * version knows. Needs Maven.
 */
export function pinRelease({
  folder,
  title,
  artifact,
  knownSettings,
  settingsFolder = "../src/settings",
}: Pinned): void {
  const work = mkdtempSync(join(tmpdir(), "reeve-pin-"));
  try {
    cpSync(join(folder, "pom.xml"), join(work, "pom.xml"));
    execFileSync("mvn", ["-B", "-q", "dependency:copy-dependencies", "-DoutputDirectory=lib"], { cwd: work });
    const pom = readFileSync(join(folder, "pom.xml"), "utf8");
    const version = new RegExp(`<artifactId>${artifact}</artifactId>\\s*<version>(.*)</version>`).exec(pom)?.[1];
    if (version === undefined) throw new Error(`no version of ${artifact} in ${join(folder, "pom.xml")}`);
    const lib = join(work, "lib");
    write(join(folder, "../src/software/release.ts"), release(title, version, pom, lib));
    write(join(folder, settingsFolder, "known-settings.ts"), knownSettings(lib, version));
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

function write(file: string, text: string): void {
  writeFileSync(file, `// Written by release/pin.ts.\n\n${text}`);
}

function release(title: string, version: string, pom: string, lib: string): string {
  const jars = readdirSync(lib)
    .sort()
    .map((name) => pinned(lib, name));
  return `/** The version of ${title} that is pinned. */
export const VERSION = ${JSON.stringify(version)};

/** The project that Maven resolves. */
export const POM = \`${pom.replaceAll("`", "\\`")}\`;

/** The expected jars: name, size in bytes, sha256. */
export const JARS = \`${jars.join("\n")}\`;
`;
}

function pinned(lib: string, name: string): string {
  const content = readFileSync(join(lib, name));
  return `${name} ${content.length} ${createHash("sha256").update(content).digest("hex")}`;
}

import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";

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
  /** The package whose `src/generated` gets this module, relative to `folder`. */
  readonly settingsPackage?: string;
}

/**
 * Resolves `pom.xml` and writes the result into the engine's sources: every jar with its size and sha256, and the settings that this
 * version knows. Needs Maven.
 */
export function pinRelease({ folder, title, artifact, knownSettings, settingsPackage = ".." }: Pinned): void {
  const work = mkdtempSync(join(tmpdir(), "reeve-pin-"));
  try {
    cpSync(join(folder, "pom.xml"), join(work, "pom.xml"));
    // The layout of a repository shows the path of each jar.
    const goal = ["dependency:copy-dependencies", "-DoutputDirectory=repository", "-Dmdep.useRepositoryLayout=true"];
    execFileSync("mvn", ["-B", "-q", ...goal], { cwd: work });
    const pom = readFileSync(join(folder, "pom.xml"), "utf8");
    const version = new RegExp(`<artifactId>${artifact}</artifactId>\\s*<version>(.*)</version>`).exec(pom)?.[1];
    if (version === undefined) throw new Error(`no version of ${artifact} in ${join(folder, "pom.xml")}`);
    const repository = join(work, "repository");
    const paths = readdirSync(repository, { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith(".jar"));
    const lib = join(work, "lib");
    for (const path of paths) cpSync(join(repository, path), join(lib, basename(path)));
    write(join(folder, "../src/generated/release.ts"), release(title, version, paths, lib));
    write(join(folder, settingsPackage, "src/generated/known-settings.ts"), knownSettings(lib, version));
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

function write(file: string, text: string): void {
  writeFileSync(file, `// Written by release/pin.ts.\n\n${text}`);
}

function release(title: string, version: string, paths: readonly string[], lib: string): string {
  // The order of the class path.
  const sorted = paths.toSorted((one, other) => (basename(one) < basename(other) ? -1 : 1));
  const jars = sorted.map((path) => pinned(lib, path));
  return `/** The version of ${title} that is pinned. */
export const VERSION = ${JSON.stringify(version)};

/** The expected jars, each with its path in a Maven repository, size in bytes and SHA-256. */
export const JARS = \`${jars.join("\n")}\`;
`;
}

function pinned(lib: string, path: string): string {
  const content = readFileSync(join(lib, basename(path)));
  return `${path} ${content.length} ${createHash("sha256").update(content).digest("hex")}`;
}

import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { RolldownOutput } from "rolldown";

/**
 * The files of a bundle in the order in which the program needs them, each with the modules or folders that belong into it, as paths in the
 * repository. A module goes into the first file that needs it.
 */
export type BundleFiles = readonly (readonly [name: string, ...roots: string[]])[];

/** The groups with which the bundler makes these files. */
export function groupsOf(files: BundleFiles) {
  return files.map(([name, ...roots], index) => ({
    name,
    test: (id: string) => roots.some((root) => id.includes(`/${root}`)),
    priority: files.length - index,
  }));
}

/** Throws if no module of the bundle has one of the paths: after a rename, a module would silently go into another file. */
export function checkBundleFiles(files: BundleFiles, output: RolldownOutput["output"]): void {
  const modules = output.flatMap((chunk) => ("moduleIds" in chunk ? chunk.moduleIds : []));
  const unknown = files.flatMap(([, ...roots]) => roots.filter((root) => !modules.some((id) => id.includes(`/${root}`))));
  if (unknown.length > 0) throw new Error(`the build names modules that the bundle does not contain: ${unknown.join(", ")}`);
}

/** Escapes the characters of a bundle's files that are not ASCII, because Node reads a file faster if it has none. */
export function writeAsAscii(folder: string): void {
  for (const file of readdirSync(folder).filter((name) => name.endsWith(".cjs"))) {
    const path = join(folder, file);
    const ascii = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
    writeFileSync(path, readFileSync(path, "utf8").replace(/[^\0-\x7f]/g, ascii));
  }
}

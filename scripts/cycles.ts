/**
 * Refuses import cycles: their order of loading depends on the entry, and they cannot be taken apart. Type imports are not loaded and do
 * not count.
 */
import { globSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { importsOf } from "./imports.ts";
import { root } from "./workspace.ts";

const files = globSync(["{packages,apps}/*/src/**/*.ts", "{bench,scripts,tests}/**/*.ts"], {
  cwd: root,
  exclude: (path) => path === "node_modules",
}).map((file) => join(root, file));

const imports = new Map(
  files.map((file) => {
    const near = importsOf(withoutTypes(readFileSync(file, "utf8"))).filter((imported) => imported.startsWith("."));
    return [file, near.map((imported) => join(dirname(file), imported))] as const;
  }),
);

const done = new Set<string>();
const cycles: string[] = [];
for (const file of files) follow(file, []);
for (const cycle of cycles) console.error(cycle);
if (cycles.length > 0) process.exitCode = 1;
else console.log(`${files.length} files without import cycles`);

function follow(file: string, path: readonly string[]): void {
  const begin = path.indexOf(file);
  if (begin >= 0) cycles.push([...path.slice(begin), file].map((each) => relative(root, each)).join(" -> "));
  if (begin >= 0 || done.has(file)) return;
  for (const imported of imports.get(file) ?? []) follow(imported, [...path, file]);
  done.add(file);
}

function withoutTypes(source: string): string {
  return source.replace(/^(?:import|export) type\b[^;]*;/gm, "");
}

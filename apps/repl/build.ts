/**
 * Bundles the shell for publishing: `node build.ts [FOLDER]`. The format is CommonJS, because it starts faster. Parts that are loaded on
 * first use are files of their own, as in the sources (`src/load.ts`).
 */
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { rolldown } from "rolldown";
import { isolatedDeclarationSync } from "rolldown/experimental";
import { notices } from "../../scripts/notices.ts";
import { parts } from "./parts.ts";

const source = join(import.meta.dirname, "src");
const folder = resolve(process.argv[2] ?? join(import.meta.dirname, "dist"));

/** In the order of need: a module goes into the first bundle that needs it. */
const groups = [
  {
    name: "base",
    test: /packages\/(?:contract\/src\/(?:error|nearest)|profiles\/src\/(?:locations|processContext|keep-compiled|files\/(?:file-failure|make-folder)))\.ts$/,
    priority: 3,
  },
  { name: "settings", test: /node_modules\/valibot|packages\/(?:contract|profiles)\//, priority: 2 },
  { name: "start", test: /repl\/src\/index\.ts$/, priority: 1 },
];

rmSync(folder, { recursive: true, force: true });
const bundle = await rolldown({
  input: { main: join(source, "main.ts"), shell: join(source, "index.ts"), ...parts },
  cwd: import.meta.dirname,
  platform: "node",
  external: ["@reeve/service"],
  plugins: [notices()],
});
await bundle.write({
  dir: folder,
  format: "cjs",
  minify: true,
  entryFileNames: "[name].cjs",
  chunkFileNames: "[name].cjs",
  // Each file takes time to find and read: what every start needs is in one file, what reads settings in another.
  codeSplitting: { includeDependenciesRecursively: true, groups },
});
await bundle.close();

// A file of one-byte characters is read faster.
for (const file of readdirSync(folder).filter((name) => name.endsWith(".cjs"))) {
  const path = join(folder, file);
  const ascii = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
  writeFileSync(path, readFileSync(path, "utf8").replace(/[^\0-\x7f]/g, ascii));
}

// Importers get an ES module with types.
const index = readFileSync(join(source, "index.ts"), "utf8");
writeFileSync(join(folder, "index.js"), 'export { repl } from "./shell.cjs";\n');
writeFileSync(join(folder, "index.d.ts"), isolatedDeclarationSync("index.ts", index).code);

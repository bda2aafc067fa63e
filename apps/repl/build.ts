/**
 * Bundles the shell for publishing: `node build.ts [FOLDER]`. CommonJS, because it starts faster. What is loaded when it is first needed lies
 * beside the rest, as the sources do (`src/load.ts`).
 */
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { rolldown } from "rolldown";
import { isolatedDeclarationSync } from "rolldown/experimental";
import { notices } from "../../scripts/notices.ts";
import { parts } from "./parts.ts";

const source = join(import.meta.dirname, "src");
const folder = resolve(process.argv[2] ?? join(import.meta.dirname, "dist"));

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
  // Each file costs its time to be found and read: what is needed at the start is in one of them.
  codeSplitting: {
    includeDependenciesRecursively: true,
    groups: [{ name: "start", test: /repl\/src\/index\.ts$/ }],
  },
});
await bundle.close();

// Whoever imports it gets a module, with its types.
const index = readFileSync(join(source, "index.ts"), "utf8");
writeFileSync(join(folder, "index.js"), 'export { repl } from "./shell.cjs";\n');
writeFileSync(join(folder, "index.d.ts"), isolatedDeclarationSync("index.ts", index).code);

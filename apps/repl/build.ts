/**
 * Bundles the shell for publishing: `node build.ts [FOLDER]`. The format is CommonJS, because it starts faster. Parts that are loaded on
 * first use are files of their own, as in the sources (`src/parts/load.ts`).
 */
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { rolldown } from "rolldown";
import { isolatedDeclarationSync } from "rolldown/experimental";
// @boundaries-ignore: tools of the repository, which are no packages
import { type BundleFiles, checkBundleFiles, groupsOf, writeAsAscii } from "../../scripts/bundle-files.ts";
// @boundaries-ignore: tools of the repository, which are no packages
import { notices } from "../../scripts/notices.ts";
// @boundaries-ignore: tools of the repository, which are no packages
import { plainExports } from "../../scripts/plain-exports.ts";
// @boundaries-ignore: tools of the repository, which are no packages
import { asNodeBundlesIt, undiciParts } from "../../scripts/undici-parts.ts";
import { parts } from "./parts.ts";

const source = join(import.meta.dirname, "src");
const folder = resolve(process.argv[2] ?? join(import.meta.dirname, "dist"));

/** The bundle's files. */
const files: BundleFiles = [
  [
    "base",
    "apps/repl/src/compiled.ts",
    "packages/api/contract/src/defined.ts",
    "packages/api/contract/src/error.ts",
    "packages/api/contract/src/nearest.ts",
    "packages/api/contract/src/schema/is-record.ts",
    "packages/clients/profiles/src/locations.ts",
    "packages/clients/profiles/src/process-context.ts",
    "packages/clients/profiles/src/keep-compiled.ts",
    "packages/clients/profiles/src/files/write-file.ts",
    "packages/clients/transport/src/platform.ts",
  ],
  ["settings", "node_modules/valibot/", "packages/api/contract/", "packages/clients/profiles/"],
  ["start", "apps/repl/src/start/repl.ts"],
  ["live", "apps/repl/src/parts/live.ts", "packages/clients/client/"],
];

rmSync(folder, { recursive: true, force: true });
const bundle = await rolldown({
  input: { main: join(source, "main.ts"), shell: join(source, "index.ts"), ...parts },
  cwd: import.meta.dirname,
  platform: "node",
  // Rewrites syntax that the oldest supported Node does not know, such as `using`.
  transform: { target: "node22", define: asNodeBundlesIt },
  external: ["@reeve/service"],
  plugins: [undiciParts(), plainExports(), notices()],
});
const { output } = await bundle.write({
  dir: folder,
  format: "cjs",
  minify: true,
  // Node checks each use of a `const` in code that has run only once, which is most of the code here.
  topLevelVar: true,
  entryFileNames: "[name].cjs",
  chunkFileNames: "[name].cjs",
  // Each file costs the time to find and read it. Therefore one file has what every start needs, and another what is needed to read
  // settings.
  codeSplitting: { includeDependenciesRecursively: true, groups: groupsOf(files) },
});
await bundle.close();
checkBundleFiles(files, output);

writeAsAscii(folder);

// Programs that import the shell get an ES module with types.
const repl = readFileSync(join(source, "start/repl.ts"), "utf8");
writeFileSync(join(folder, "index.js"), 'export { repl } from "./shell.cjs";\n');
writeFileSync(join(folder, "index.d.ts"), isolatedDeclarationSync("repl.ts", repl).code);

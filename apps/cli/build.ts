/**
 * Bundles the command line for publishing. CommonJS, because it starts faster; few files, each of which holds what is needed at the same
 * moment: a help page loads no client, a client no service.
 */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { rolldown } from "rolldown";

/** From what is needed first to what is needed last: a module goes with the first that needs it. */
const moments: readonly (readonly [name: string, roots: RegExp])[] = [
  ["start", /apps\/cli\/src\/run\.ts$/],
  ["help", /apps\/cli\/src\/services\/group\.ts$|packages\/(?:contract|scheduler-models)\/|node_modules\/valibot\//],
  ["broker", /apps\/cli\/src\/services\/broker\/index\.ts$/],
  ["wide-column", /apps\/cli\/src\/services\/wide-column\/index\.ts$/],
  ["file-system", /apps\/cli\/src\/services\/file-system\/index\.ts$/],
  ["session", /apps\/cli\/src\/(?:operations\/run|session\/open|services\/shared\/\w+)\.ts$/],
  ["broker-client", /apps\/cli\/src\/services\/broker\/workings\.ts$/],
  ["wide-column-client", /apps\/cli\/src\/services\/wide-column\/workings\.ts$/],
  ["file-system-client", /apps\/cli\/src\/services\/file-system\/workings\.ts$/],
  ["site", /packages\/site-xml\//],
  ["up", /apps\/cli\/src\/commands\/local\/up\.ts$|apps\/service\//],
  ["commands", /apps\/cli\/src\/(?!main|version)/],
];

const folder = import.meta.dirname;
rmSync(join(folder, "dist"), { recursive: true, force: true });

const bundle = await rolldown({ input: { reeve: join(folder, "src/main.ts") }, cwd: folder, platform: "node" });
await bundle.write({
  dir: join(folder, "dist"),
  format: "cjs",
  minify: true,
  entryFileNames: "[name].cjs",
  chunkFileNames: "[name].cjs",
  codeSplitting: {
    includeDependenciesRecursively: true,
    groups: moments.map(([name, test], index) => ({ name, test, priority: moments.length - index })),
  },
});
await bundle.close();

/**
 * Bundles the command line for publishing: `node build.ts [FOLDER]`. CommonJS, because it starts faster; few files, each of which holds what
 * is needed at the same moment: a help page loads no client, a client no service.
 */
import { readFileSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { rolldown } from "rolldown";

/** From what is needed first to what is needed last: a module goes with the first that needs it. */
const moments: readonly (readonly [name: string, roots: RegExp])[] = [
  ["version", /apps\/cli\/src\/version\.ts$/],
  ["start", /apps\/cli\/src\/run\.ts$/],
  [
    "help",
    /apps\/cli\/src\/services\/(?:group|by-name)\.ts$|packages\/(?:contract|scheduler-models)\/|node_modules\/valibot\//,
  ],
  ["broker", /apps\/cli\/src\/services\/broker\/index\.ts$/],
  ["wide-column", /apps\/cli\/src\/services\/wide-column\/index\.ts$/],
  ["file-system", /apps\/cli\/src\/services\/file-system\/index\.ts$/],
  ["session", /apps\/cli\/src\/(?:operations\/run|session\/open|services\/shared\/[\w-]+)\.ts$/],
  ["client", /packages\/(?:client|transport)\/|node_modules\/ky\//],
  ["broker-client", /apps\/cli\/src\/services\/broker\/workings\.ts$/],
  ["wide-column-client", /apps\/cli\/src\/services\/wide-column\/workings\.ts$/],
  ["file-system-client", /apps\/cli\/src\/services\/file-system\/workings\.ts$/],
  ["token", /node_modules\/jose\//],
  ["query", /node_modules\/@jmespath-community\//],
  ["commands", /apps\/cli\/src\/commands\/(?:[\w-]+|[\w-]+\/index|profiles\/\w+|access\/(?:login|logout|whoami))\.ts$/],
  ["completion", /apps\/cli\/src\/commands\/completion\//],
  ["requests", /apps\/cli\/src\/commands\/(?:access|api|doctor)\/|apps\/cli\/src\/commands\/local\/status\.ts$/],
  ["site", /packages\/site-xml\/|apps\/cli\/src\/commands\/site\//],
  ["up", /apps\/cli\/src\/commands\/local\/|apps\/service\/|packages\/engine-simulated\//],
];

const source = import.meta.dirname;
const folder = resolve(process.argv[2] ?? join(source, "dist"));
rmSync(folder, { recursive: true, force: true });

/** The service reads its version from the manifest beside it, and in a bundle there is another one. */
const serviceVersion = {
  name: "version of the service",
  load(id: string) {
    if (!id.endsWith("/apps/service/src/version.ts")) return null;
    const { version } = JSON.parse(readFileSync(join(source, "../service/package.json"), "utf8"));
    return `export const VERSION = ${JSON.stringify(version)};`;
  },
};

const bundle = await rolldown({
  input: { reeve: join(source, "src/main.ts") },
  cwd: source,
  platform: "node",
  plugins: [serviceVersion],
});
await bundle.write({
  dir: folder,
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

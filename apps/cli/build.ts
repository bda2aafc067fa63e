/**
 * Bundles the command line for publishing: `node build.ts [FOLDER]`. The format is CommonJS, because it starts faster. Each of the few
 * files contains modules that are needed at the same time, so help pages load no client, and clients load no service. The man pages are
 * written beside these files.
 */
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { plain } from "@reeve/terminal";
import { rolldown } from "rolldown";
import { notices } from "../../scripts/notices.ts";
import { pageModule } from "../console/bundle.ts";
import { parts } from "../repl/parts.ts";
import { manPage } from "./src/help/man-page.ts";
import { manuals } from "./src/help/manuals.ts";
import { helpOf } from "./src/help/render.ts";
import { loaded, SERVICES } from "./src/model/command.ts";
import { program } from "./src/program.ts";

/** The bundle's files in the order in which the program needs them: a module goes into the first file that needs it. */
const moments: readonly (readonly [name: string, roots: RegExp])[] = [
  [
    "version",
    /apps\/cli\/src\/(?:version|help\/prepared|compiled)\.ts$|packages\/clients\/profiles\/src\/(?:locations|processContext|keep-compiled|files\/make-folder|files\/file-failure)\.ts$/,
  ],
  ["start", /apps\/cli\/src\/run\.ts$/],
  [
    "help",
    /apps\/cli\/src\/services\/(?:group|by-name)\.ts$|packages\/api\/(?:contract|scheduler-models)\/|node_modules\/valibot\//,
  ],
  ["broker", /apps\/cli\/src\/services\/broker\/index\.ts$/],
  ["wide-column", /apps\/cli\/src\/services\/wide-column\/index\.ts$/],
  ["file-system", /apps\/cli\/src\/services\/file-system\/index\.ts$/],
  ["session", /apps\/cli\/src\/(?:operations\/run|session\/open|services\/shared\/[\w-]+)\.ts$/],
  ["client", /packages\/clients\/(?:client|transport)\//],
  ["broker-client", /apps\/cli\/src\/services\/broker\/service-parts\.ts$/],
  ["wide-column-client", /apps\/cli\/src\/services\/wide-column\/service-parts\.ts$/],
  ["file-system-client", /apps\/cli\/src\/services\/file-system\/service-parts\.ts$/],
  ["token", /node_modules\/jose\//],
  ["commands", /apps\/cli\/src\/commands\/(?:[\w-]+|[\w-]+\/index|profiles\/\w+|access\/(?:login|logout|whoami))\.ts$/],
  ["completion", /apps\/cli\/src\/commands\/completion\//],
  ["requests", /apps\/cli\/src\/commands\/(?:access|api|doctor)\/|apps\/cli\/src\/commands\/local\/status\.ts$/],
  ["site", /packages\/clients\/site-xml\/|apps\/cli\/src\/commands\/site\//],
  ["console", /apps\/service\/src\/console\/page-files\.ts$/],
  ["up", /apps\/cli\/src\/commands\/local\/|apps\/service\/|packages\/cluster\/(?:engine-simulated|backups)\//],
  [
    "engines",
    /apps\/cli\/src\/commands\/engines\/|packages\/cluster\/(?:engine-cassandra|engine-hdfs|engine-kafka|java-software|runtime-kubernetes|runtime-local)\//,
  ],
  ["repl", /apps\/repl\/src\/(?!live\.ts|kind-)/],
];

const source = import.meta.dirname;
const folder = resolve(process.argv[2] ?? join(source, "dist"));
rmSync(folder, { recursive: true, force: true });

/** Modules whose text the build computes instead of reading it from the sources. */
const made: readonly (readonly [module: string, make: () => Promise<string> | string])[] = [
  // The service reads its version from the manifest beside its code, but the manifest beside the bundle is that of the command line.
  ["/apps/service/src/version.ts", () => `export const VERSION = ${JSON.stringify(versionOf("../service"))};`],
  ["/apps/cli/src/help/prepared.ts", preparedPages],
  ["/apps/service/src/console/page-files.ts", pageModule],
  ["/apps/cli/src/commands/topics/documents.ts", () => 'export const documents = new URL("docs/", import.meta.url);'],
];

function versionOf(folder: string): string {
  return JSON.parse(readFileSync(join(source, folder, "package.json"), "utf8")).version;
}

/** The help of the program and of each service, under every command line that asks for it. */
async function preparedPages(): Promise<string> {
  const texts: string[] = [];
  const asked: [line: string, text: number][] = [];
  const add = (names: readonly string[], text: string) => {
    texts.push(text);
    for (const name of names) {
      for (const line of [name, `${name} --help`, `${name} -h`, `help ${name}`])
        asked.push([line.trim(), texts.length - 1]);
    }
  };
  add([""], helpOf(program, [], plain));
  for (const entry of program.entries) {
    if (!("heading" in entry) || entry.heading !== SERVICES) continue;
    add([entry.name, ...(entry.aliases ?? [])], helpOf(await loaded(entry), [entry.name], plain));
  }
  return `const texts = ${JSON.stringify(texts)};
export const prepared = new Map(${JSON.stringify(asked)}.map(([line, text]) => [line, texts[text]]));`;
}

const making = {
  name: "made",
  load: (id: string) => made.find(([module]) => id.endsWith(module))?.[1]() ?? null,
};

const bundle = await rolldown({
  input: {
    reeve: join(source, "src/main.ts"),
    // The shell loads these modules by name from the folder of the bundle.
    ...parts,
  },
  cwd: source,
  platform: "node",
  // The licence of `@jmespath-community/jmespath` requires it to stay separate, and the two drivers load files from their own folders.
  external: ["@jmespath-community/jmespath", "@platformatic/kafka", "cassandra-driver"],
  plugins: [making, notices()],
  // The bundler would warn of dynamic imports of modules that the bundle loads anyway.
  checks: { ineffectiveDynamicImport: false },
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

// The pages that `reeve help TOPIC` shows: all except the generated pages of commands, operations and packages.
cpSync(join(source, "../../docs"), join(folder, "docs"), {
  recursive: true,
  filter: (path) => !/\/docs\/(?:commands|pictures|reference\/(?!definition|environment).*)$/.test(path),
});

mkdirSync(join(folder, "man"));
const manual = await manuals();
for (const part of manual) writeFileSync(join(folder, "man", `${part.name}.1`), manPage(part, manual));

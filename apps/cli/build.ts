/**
 * Bundles the command line for publishing: `node build.ts [FOLDER]`. The format is CommonJS, because it starts faster. Each of the few
 * files contains modules that are needed at the same time, so help pages load no `fetch`, and clients load no service. The man pages are
 * written beside these files.
 */
import { cpSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { helpOf, listed, loaded, manPage, manuals, SERVICES } from "@reeve/commands";
import { plain } from "@reeve/terminal";
import { rolldown } from "rolldown";
// @boundaries-ignore: tools of the repository, which are no packages
import { type BundleFiles, checkBundleFiles, groupsOf, writeAsAscii } from "../../scripts/bundle-files.ts";
// @boundaries-ignore: tools of the repository, which are no packages
import { notices } from "../../scripts/notices.ts";
// @boundaries-ignore: tools of the repository, which are no packages
import { plainExports } from "../../scripts/plain-exports.ts";
// @boundaries-ignore: tools of the repository, which are no packages
import { asNodeBundlesIt, undiciParts } from "../../scripts/undici-parts.ts";
// @boundaries-ignore: the bundle contains the shell, so it is built in the same way
import { parts } from "../repl/parts.ts";
import { program } from "./src/program.ts";
import { version } from "./src/version.ts";

/** The bundle's files. */
const moments: BundleFiles = [
  // The program's own file also has the version and the prepared help pages, because each further file takes longer to find than to run.
  [
    "first",
    "apps/cli/src/compiled.ts",
    "packages/clients/profiles/src/locations.ts",
    "packages/clients/profiles/src/process-context.ts",
    "packages/clients/profiles/src/keep-compiled.ts",
    "packages/clients/profiles/src/files/write-file.ts",
    "packages/clients/transport/src/platform.ts",
  ],
  ["start", "apps/cli/src/run.ts"],
  [
    "operations",
    "apps/cli/src/services/group.ts",
    "apps/cli/src/services/kind.ts",
    "apps/cli/src/operations/run.ts",
    "apps/cli/src/services/tables.ts",
    "apps/cli/src/services/plans.ts",
    "packages/api/contract/",
    "packages/api/scheduler-models/",
    "packages/clients/client/",
    "packages/clients/pictures/src/shared/",
    "packages/clients/transport/src/transport.ts",
    "packages/clients/transport/src/dispatcher.ts",
    "node_modules/valibot/",
  ],
  ["broker", "packages/api/broker-models/", "apps/cli/src/services/broker.ts"],
  ["wide-column", "packages/api/wide-column-models/", "apps/cli/src/services/wide-column.ts"],
  ["file-system", "packages/api/file-system-models/", "apps/cli/src/services/file-system.ts"],
  // Apart from the client, because loading ky loads a `fetch`, and undici must be loaded before.
  ["call", "packages/clients/transport/"],
  ["token", "node_modules/jose/"],
  ["completion", "apps/cli/src/commands/completion/"],
  ["site", "packages/clients/site-xml/", "apps/cli/src/commands/site/"],
  ["requests", "apps/cli/src/commands/access/", "apps/cli/src/commands/api/", "apps/cli/src/commands/doctor/"],
  ["commands", "apps/cli/src/commands/"],
  ["repl", "apps/repl/src/index.ts", "apps/repl/src/start/interactive.ts", "apps/repl/src/start/batch.ts", "apps/repl/src/start/tour.ts"],
];

const source = import.meta.dirname;
const folder = resolve(process.argv[2] ?? join(source, "dist"));
rmSync(folder, { recursive: true, force: true });

/** Modules whose text the build computes instead of reading it from the sources. */
const made: readonly (readonly [module: string, make: () => Promise<string> | string])[] = [
  ["/apps/cli/src/version.ts", () => `export const version = ${JSON.stringify(version)};`],
  ["/apps/cli/src/help/prepared.ts", preparedPages],
  ["/apps/cli/src/commands/help/documents.ts", () => 'export const documents = new URL("docs/", import.meta.url);'],
];

/** The help of the program and of each service, under every command line that asks for it. */
async function preparedPages(): Promise<string> {
  const texts: string[] = [];
  const lines: [line: string, texts: readonly [text: number, withoutService: number]][] = [];
  const add = (names: readonly string[], text: string, withoutService = text) => {
    texts.push(text, ...(withoutService === text ? [] : [withoutService]));
    const last = texts.length - 1;
    for (const name of names) {
      for (const line of [name, `${name} --help`, `${name} -h`, `help ${name}`]) {
        lines.push([line.trim(), withoutService === text ? [last, last] : [last - 1, last]]);
      }
    }
  };
  add([""], helpOf(await listed(program), [], plain), helpOf(program, [], plain));
  for (const entry of program.entries) {
    if (!("heading" in entry) || entry.heading !== SERVICES) continue;
    add([entry.name, ...(entry.aliases ?? [])], helpOf(await loaded(entry), [entry.name], plain));
  }
  return `const texts = ${JSON.stringify(texts)};
export const prepared = new Map(${JSON.stringify(lines)}.map(([line, [text, without]]) => [line, { text: texts[text], withoutService: texts[without] }]));`;
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
  // Rewrites syntax that the oldest supported Node does not know, such as `using`.
  transform: { target: "node22", define: asNodeBundlesIt },
  // Otherwise the version would have a file of its own, because several files need it.
  optimization: { inlineConst: true },
  // The licence of `@jmespath-community/jmespath` requires it to stay separate, and the service is a package that need not be installed.
  external: ["@jmespath-community/jmespath", /^@reeve\/service(?:\/|$)/],
  plugins: [making, undiciParts(), plainExports(), notices()],
  // The bundler would warn of dynamic imports of modules that the bundle loads anyway.
  checks: { ineffectiveDynamicImport: false },
});
const { output } = await bundle.write({
  dir: folder,
  format: "cjs",
  minify: true,
  // Node checks each use of a `const` in code that has run only once, which is most of the code here.
  topLevelVar: true,
  entryFileNames: "[name].cjs",
  chunkFileNames: "[name].cjs",
  codeSplitting: {
    includeDependenciesRecursively: true,
    groups: groupsOf(moments),
  },
});
await bundle.close();

checkBundleFiles(moments, output);
writeAsAscii(folder);

// The pages that `reeve help TOPIC` shows: all except the generated pages of commands, operations and packages.
cpSync(join(source, "../../docs"), join(folder, "docs"), {
  recursive: true,
  filter: (path) => !/\/docs\/(?:commands|pictures|\.vitepress|reference\/(?!definition|environment).*)$/.test(path),
});

mkdirSync(join(folder, "man"));
const manual = await manuals(program);
for (const part of manual) writeFileSync(join(folder, "man", `${part.name}.1`), manPage(part, manual));

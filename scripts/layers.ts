/**
 * Checks the imports of every package: a package imports only packages of lower layers that its manifest lists, and only one file names
 * engines and runtimes. A linter would need a list of forbidden packages for each package in place of one table of layers.
 */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { allPackages, isBundle, root } from "./workspace.ts";

/** The layers from the bottom up. A package may only import packages of earlier rows. */
const layers: readonly (readonly string[])[] = [
  ["contract", "site-xml"],
  ["scheduler-models", "auth"],
  ["broker-models", "wide-column-models", "file-system-models", "transport"],
  ["client", "terminal", "profiles", "orchestrator"],
  ["backups", "java-software", "commands", "broker-planning", "file-system-pods", "laws"],
  [
    "broker-client",
    "wide-column-client",
    "file-system-client",
    "pictures",
    "engine-simulated",
    "engine-hdfs",
    "engine-kafka",
    "engine-cassandra",
    "runtime-kubernetes",
    "runtime-local",
  ],
  ["console"],
  ["service"],
  ["repl"],
  ["cli"],
];

/** The only list of engines and runtimes. No other source file may import their packages or compare their names. */
const REGISTRATION = "apps/service/src/engines/registered.ts";
const registered = new Set([
  "@reeve/engine-simulated",
  "@reeve/engine-hdfs",
  "@reeve/engine-kafka",
  "@reeve/engine-cassandra",
  "@reeve/runtime-local",
  "@reeve/runtime-kubernetes",
]);
const names = [...readFileSync(join(root, REGISTRATION), "utf8").matchAll(/^\s*(?:\{ )?name: "([\w-]+)",/gm)].map(
  ([, name]) => name,
);
const named = `["'\`](?:${[...new Set(names)].join("|")})["'\`]`;
const comparison = new RegExp(`(?:[!=]==?\\s*|\\bcase\\s+)${named}|${named}\\s*[!=]==?`);

const problems: string[] = [];
if (names.length === 0) problems.push(`${REGISTRATION}: no registered engine was found`);

for (const { folder, manifest } of allPackages()) {
  const name = manifest.name.replace("@reeve/", "");
  const layer = layers.findIndex((row) => row.includes(name));
  if (layer < 0) problems.push(`${folder}: is in no layer (add it to scripts/layers.ts)`);
  const declared = {
    ...manifest.dependencies,
    ...manifest.optionalDependencies,
    ...((isBundle({ folder, manifest }) || manifest.private) && manifest.devDependencies),
  };
  for (const file of globSync("src/**/*.{ts,tsx}", { cwd: join(root, folder) })) {
    if (/\.test(-d)?\.ts$/.test(file)) continue;
    const source = readFileSync(join(root, folder, file), "utf8");
    for (const imported of importsOf(source)) {
      const problem = judge(layer, imported, declared);
      if (problem) problems.push(`${folder}/${file}: ${problem}`);
    }
    if (!registered.has(manifest.name) && `${folder}/${file}` !== REGISTRATION) {
      const other = importsOf(source).find((each) => registered.has(each.split("/").slice(0, 2).join("/")));
      if (other) problems.push(`${folder}/${file}: imports ${other}, which only ${REGISTRATION} may import`);
      const compared = comparison.exec(withoutComments(source));
      if (compared) problems.push(`${folder}/${file}: compares the name of an engine or a runtime (${compared[0]})`);
    }
  }
}

for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exitCode = 1;
else console.log(`${allPackages().length} packages keep to their layers`);

function judge(layer: number, imported: string, declared: Readonly<Record<string, string>>): string | undefined {
  if (/^(?:\.|node:)/.test(imported)) return undefined;
  const target = imported
    .split("/")
    .slice(0, imported.startsWith("@") ? 2 : 1)
    .join("/");
  if (!(target in declared)) return `imports ${target}, which its package.json does not list`;
  if (!target.startsWith("@reeve/")) return undefined;
  const below = layers.findIndex((row) => row.includes(target.replace("@reeve/", "")));
  return below >= 0 && below < layer ? undefined : `imports ${target}, which is not in a lower layer`;
}

/** The modules that a source imports or re-exports. */
function importsOf(source: string): readonly string[] {
  return [...source.matchAll(/^(?:import|export)\b[^;]*?\bfrom "([^"]+)"|\bimport\("([^"]+)"\)/gm)].map(
    ([, from, dynamic]) => from ?? dynamic ?? "",
  );
}

function withoutComments(source: string): string {
  return source.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, "");
}

/**
 * Generates the documents that are derived from the contract and from exports: `npm run generate`. `--check` writes nothing, and exits with
 * 1 if a document is out of date.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { manuals } from "@reeve/commands";
import { definitionSchema, openApi } from "@reeve/service/openapi";
import { apis } from "@reeve/tests/apis";
import { program } from "../apps/cli/src/program.ts";
import { apiPage } from "./generate/api/page.ts";
import { commandReference } from "./generate/command-reference.ts";
import { definitionPage } from "./generate/definition.ts";
import { endpointsPage } from "./generate/endpoints.ts";
import { withMethodsTable } from "./generate/methods-table.ts";
import { referencePage } from "./generate/reference.ts";
import { build } from "./run.ts";
import { publishedPackages, root } from "./workspace.ts";

build();

const libraries = publishedPackages().filter(({ manifest }) => manifest.exports);

const documents = new Map<string, string>([
  ["apps/service/definition.schema.json", `${JSON.stringify(await definitionSchema(), null, 1)}\n`],
  ["docs/reference/endpoints.md", endpointsPage()],
  ["docs/reference/definition.md", await definitionPage(join(root, "docs/reference/definition.md"))],
  ...apis.map((api) => [`docs/reference/${api.name}.md`, referencePage(api)] as const),
  ...apis.map((api) => {
    const page = `packages/clients/${api.name}-client/README.md`;
    return [page, withMethodsTable(readFileSync(join(root, page), "utf8"), api)] as const;
  }),
  ...libraries.map((each) => [`docs/reference/api/${basename(each.manifest.name)}.md`, apiPage(each)] as const),
  ["docs/reference/api/README.md", apiContents()],
  ...(await manuals(program)).map((part) => [`docs/commands/${part.name}.md`, commandReference(part)] as const),
  ...apis.flatMap((api) =>
    api.revisions.map((revision) => {
      const text = `${JSON.stringify(openApi(api, revision), null, 2)}\n`;
      return [`openapi/${api.name}-${revision}.json`, text] as const;
    }),
  ),
]);

const stale = [...documents].filter(([path, text]) => {
  const file = join(root, path);
  return !existsSync(file) || readFileSync(file, "utf8") !== text;
});

if (process.argv.includes("--check")) {
  for (const [path] of stale) console.error(`${path} is out of date: npm run generate`);
  if (stale.length > 0) process.exitCode = 1;
} else {
  for (const [path, text] of stale) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
    console.log(`wrote ${path}`);
  }
}
if (stale.length === 0) console.log(`${documents.size} documents are current`);

function apiContents(): string {
  const rows = libraries.map(({ manifest: { name, description } }) => `| [${name}](${basename(name)}.md) | ${description} |`);
  return ["# What each package exports", "", "| package | what it is for |", "|---|---|", ...rows, ""].join("\n");
}

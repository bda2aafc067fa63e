/** Checks the console's page in the service's package: its size, and that it loads nothing from other servers. */
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { expectThat } from "../run.ts";
import { type Package, root } from "../workspace.ts";

/** The largest allowed sizes in kilobytes, compressed: of all files that a browser loads first, and of all files together. */
const BUDGETS = { first: 80, all: 96 };

export async function checkPage({ folder }: Package): Promise<void> {
  const built = pathToFileURL(join(root, folder, "dist/console/page-files.js"));
  const files: readonly BuiltFile[] = await (await import(built.href)).pageFiles();
  // The licences are published with the page, but browsers do not load them.
  const loaded = files.filter(({ path }) => !path.endsWith(".txt"));
  expectThat(files.length === loaded.length + 1, "the licences of bundled packages are with the page");
  const page = loaded.filter(({ path }) => path === "/");
  expectSize("the page", withImports(page, loaded), BUDGETS.first);
  expectSize("the page with all that it loads later", loaded, BUDGETS.all);
}

type BuiltFile = { readonly path: string; readonly text: string };

/** Files, and all files that they load at once: those that the page names, and those that scripts import statically. */
function withImports(files: readonly BuiltFile[], all: readonly BuiltFile[]): readonly BuiltFile[] {
  const named = files.flatMap(({ text }) =>
    [...text.matchAll(/(?:from|import|src=|href=)\s*"(?:\.|\/reeve\/console)\/([\w.-]+)"/g)].map(([, name]) => name),
  );
  const more = all.filter((file) => !files.includes(file) && named.some((name) => file.path.endsWith(`/${name}`)));
  return more.length === 0 ? files : withImports([...files, ...more], all);
}

function expectSize(what: string, files: readonly BuiltFile[], budget: number): void {
  const kilobytes = files.reduce((sum, { text }) => sum + gzipSync(text).length, 0) / 1024;
  expectThat(kilobytes <= budget, `${what}: ${kilobytes.toFixed(1)} KB are within ${budget} KB`);
  console.log(`${what}: ${kilobytes.toFixed(1)} of ${budget} KB, minified and compressed`);
}

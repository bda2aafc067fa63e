/** Checks the page of the console in the service's package: its size, and that it takes nothing from elsewhere. */
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { expectThat } from "../run.ts";
import { type Package, root } from "../workspace.ts";

/** Kilobytes of all files that a browser loads, compressed. */
const BUDGET = 80;

export async function checkPage({ folder }: Package): Promise<void> {
  const built = pathToFileURL(join(root, folder, "dist/console/page-files.js"));
  const files: readonly { readonly path: string; readonly text: string }[] = await (
    await import(built.href)
  ).pageFiles();
  // Licences come with the page, but no browser loads them unasked.
  const loaded = files.filter(({ path }) => !path.endsWith(".txt"));
  expectThat(files.length === loaded.length + 1, "the page comes with the licences of what is in it");
  const kilobytes = loaded.reduce((sum, { text }) => sum + gzipSync(text).length, 0) / 1024;
  expectThat(kilobytes <= BUDGET, `the page: ${kilobytes.toFixed(1)} KB are within ${BUDGET} KB`);
  console.log(`the page: ${kilobytes.toFixed(1)} of ${BUDGET} KB, minified and compressed`);
}

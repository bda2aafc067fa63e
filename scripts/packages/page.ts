/** Checks the console's page in the service's package: its size, and that it loads nothing from other servers. */
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { expectThat } from "../run.ts";
import { type Package, root } from "../workspace.ts";

/** The largest allowed size in kilobytes, compressed, of all files that a browser loads. */
const BUDGET = 80;

export async function checkPage({ folder }: Package): Promise<void> {
  const built = pathToFileURL(join(root, folder, "dist/console/page-files.js"));
  const files: readonly { readonly path: string; readonly text: string }[] = await (
    await import(built.href)
  ).pageFiles();
  // The licences are published with the page, but browsers do not load them.
  const loaded = files.filter(({ path }) => !path.endsWith(".txt"));
  expectThat(files.length === loaded.length + 1, "the licences of bundled packages are with the page");
  const kilobytes = loaded.reduce((sum, { text }) => sum + gzipSync(text).length, 0) / 1024;
  expectThat(kilobytes <= BUDGET, `the page: ${kilobytes.toFixed(1)} KB are within ${BUDGET} KB`);
  console.log(`the page: ${kilobytes.toFixed(1)} of ${BUDGET} KB, minified and compressed`);
}

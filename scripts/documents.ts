/**
 * Checks every page against the software: links, commands and sessions. The tests run the TypeScript examples, and type the README, the tutorial
 * and the how-tos one after the other.
 */
import { type Elsewhere, runCommands } from "./documents/commands.ts";
import { brokenLinks } from "./documents/links.ts";
import { readersWay, readPages } from "./documents/pages.ts";

/** Generated pages show the examples of declarations, which the command line's tests run. */
const GENERATED = /^docs\/(commands\/|reference\/(api\/|broker|endpoints|file-system|wide-column))/;

/** The tests type these one after the other in one home. */
const TYPED_BY_TESTS = new Set(readersWay().map(({ path }) => path));

const words = process.argv.slice(2);
const pages = readPages();
const complaints = [...brokenLinks(pages)];
let ran = 0;
const elsewhere: Elsewhere[] = [];
for (const page of pages) {
  const asked = words.length > 0 ? words.some((word) => page.path.includes(word)) : !typedOtherwise(page.path);
  if (!asked) continue;
  const report = await runCommands(page);
  ran += report.ran;
  complaints.push(...report.failures);
  elsewhere.push(...report.elsewhere);
}
for (const complaint of complaints) console.error(complaint);
for (const [why, commands] of Map.groupBy(elsewhere, ({ why }) => why)) {
  console.log(`not run here, because ${why}:`);
  for (const { place, command } of commands) console.log(`  ${place}: ${command}`);
}
console.log(`${pages.length} pages: links lead somewhere, ${ran} commands do what they say`);
if (complaints.length > 0) process.exitCode = 1;

function typedOtherwise(path: string): boolean {
  return GENERATED.test(path) || TYPED_BY_TESTS.has(path);
}

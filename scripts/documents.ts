/**
 * Checks every page: its tables, its links, and whether its commands and sessions do what the page says. The tests run the TypeScript
 * examples, and type the README, the tutorial and the how-tos one after another.
 */
import { type Elsewhere, runCommands } from "./documents/commands.ts";
import { brokenLinks } from "./documents/links.ts";
import { readersWay, readPages, TRANSCRIPT } from "./documents/pages.ts";
import { brokenTables } from "./documents/tables.ts";

/** Generated pages are not typed here, because they show the examples of declarations, which the tests of the command line run. */
const GENERATED = /^docs\/(commands\/|reference\/(api\/|broker|endpoints|file-system|wide-column))/;

/** The pages that tests type one after another in one home folder. */
const TYPED_BY_TESTS = new Set([TRANSCRIPT, ...readersWay().map(({ path }) => path)]);

const words = process.argv.slice(2);
const pages = readPages();
const problems = [...brokenLinks(pages), ...brokenTables(pages)];
let ran = 0;
const elsewhere: Elsewhere[] = [];
for (const page of pages) {
  const requested = words.length > 0 ? words.some((word) => page.path.includes(word)) : !typedOtherwise(page.path);
  if (!requested) continue;
  const report = await runCommands(page);
  ran += report.ran;
  problems.push(...report.failures);
  elsewhere.push(...report.elsewhere);
}
for (const problem of problems) console.error(problem);
for (const [why, commands] of Map.groupBy(elsewhere, ({ why }) => why)) {
  console.log(`not run here (${why}):`);
  for (const { place, command } of commands) console.log(`  ${place}: ${command}`);
}
console.log(`${pages.length} pages: all links and tables are correct, and ${ran} commands do what the pages say`);
if (problems.length > 0) process.exitCode = 1;

function typedOtherwise(path: string): boolean {
  return GENERATED.test(path) || TYPED_BY_TESTS.has(path);
}

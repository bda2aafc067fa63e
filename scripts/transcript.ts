/**
 * Writes into the page of the first hour what its commands show: `npm run transcript` types them in a terminal. A session that differs only
 * in times, ids and sizes stays as it is. A test compares the page in the same way.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readPages, TRANSCRIPT } from "./documents/pages.ts";
import { typeTranscript, withoutChance } from "./documents/transcript.ts";
import { root } from "./workspace.ts";

const page = readPages().find(({ path }) => path === TRANSCRIPT);
if (!page) throw new Error(`${TRANSCRIPT} is missing`);
const file = join(root, page.path);
let text = readFileSync(file, "utf8");
let changed = 0;
const typed = await typeTranscript(page, join(root, "apps/cli/src/main.ts"), process.execPath);
for (const [index, block] of page.blocks.entries()) {
  const now = typed[index]?.text ?? block.text;
  if (withoutChance(now) === withoutChance(block.text)) continue;
  text = text.replace(`\n${block.text}\`\`\`\n`, () => `\n${now}\`\`\`\n`);
  changed++;
}
writeFileSync(file, text);
console.log(`${page.path}: ${changed} sessions have changed`);

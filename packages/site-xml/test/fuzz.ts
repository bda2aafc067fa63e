/**
 * The long run, by hand: `node test/fuzz.ts COUNT [FIRST_SEED]` mutates that many documents, checks every promise on each, and
 * asks xmllint about each where it is installed. A failure names the seed that makes it come again.
 */
import { disagreements } from "./agreement.ts";
import { goodTexts } from "./corpus.ts";
import { checkInvariants } from "./invariants.ts";
import { mutated, seeded, stored } from "./mutations.ts";
import { hasXmllint } from "./xmllint.ts";

const BATCH = 1000;
const [count = 100_000, first = 1_000_000] = process.argv.slice(2).map(Number);

const texts = goodTexts();
const outcomes = { read: 0, refused: 0 };
let slowest = 0;
for (let seed = first; seed < first + count; seed += BATCH) {
  const size = Math.min(BATCH, first + count - seed);
  const batch = Array.from({ length: size }, (_, index) => mutated(texts, seeded(seed + index)));
  for (const [index, text] of batch.entries()) {
    const start = performance.now();
    try {
      outcomes[checkInvariants(text)]++;
    } catch (error) {
      console.error(`Seed ${seed + index}: ${JSON.stringify(text)}`);
      throw error;
    }
    slowest = Math.max(slowest, performance.now() - start);
  }
  if (!hasXmllint) continue;
  for (const disagreement of disagreements(batch.map(stored))) {
    console.error(disagreement);
    process.exitCode = 1;
  }
}
console.log(`${count} documents from seed ${first}: ${outcomes.read} read, ${outcomes.refused} refused.`);
console.log(`The slowest took ${slowest.toFixed(1)} ms, its edits included.`);
console.log(hasXmllint ? "xmllint was asked about each." : "xmllint is not installed and was not asked.");

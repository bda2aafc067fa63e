/** Mutates XML documents, checks every promise of `site-xml` for each of them, and compares the results with xmllint if it is installed. */
import { disagreements } from "../packages/clients/site-xml/test/agreement.ts";
import { goodTexts } from "../packages/clients/site-xml/test/corpus.ts";
import { checkInvariants } from "../packages/clients/site-xml/test/invariants.ts";
import { mutated, seeded, stored } from "../packages/clients/site-xml/test/mutations.ts";
import { hasXmllint } from "../packages/clients/site-xml/test/xmllint.ts";
import { readArguments } from "./support/arguments.ts";

const BATCH = 1000;
const { runs: count, seed: first } = readArguments({ runs: 100_000 });

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
console.log(`The slowest took ${slowest.toFixed(1)} ms, including its edits.`);
console.log(hasXmllint ? "xmllint has checked each of them." : "xmllint is not installed, so nothing was compared.");

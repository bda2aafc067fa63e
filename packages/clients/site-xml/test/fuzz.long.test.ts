import { expect, test } from "vitest";
import { goodTexts } from "./corpus.ts";
import { checkInvariants } from "./invariants.ts";
import { mutated, seeded } from "./mutations.ts";

const CASES = 10_000;

test(`${CASES} mutated documents are read or refused, and every promise holds`, { timeout: 120_000 }, () => {
  const texts = goodTexts();
  const outcomes = { read: 0, refused: 0 };
  for (let seed = 0; seed < CASES; seed++) {
    const text = mutated(texts, seeded(seed));
    try {
      outcomes[checkInvariants(text)]++;
    } catch (error) {
      throw new Error(`Seed ${seed}: ${JSON.stringify(text)}`, { cause: error });
    }
  }
  // If a fuzzer made only valid or only invalid documents, it would test half of the reader.
  expect(outcomes.read).toBeGreaterThan(CASES / 20);
  expect(outcomes.refused).toBeGreaterThan(CASES / 20);
});

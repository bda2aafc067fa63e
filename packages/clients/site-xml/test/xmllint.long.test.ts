import { describe, expect, test } from "vitest";
import { disagreements, verdict } from "./agreement.ts";
import { corpus, corpusDocument, goodTexts } from "./corpus.ts";
import { eventsOf, eventsOfCanonical } from "./events.ts";
import { mutated, seeded, stored } from "./mutations.ts";
import { canonical, hasXmllint } from "./xmllint.ts";

const MUTATIONS = 5000;
const BATCH = 500;

describe.skipIf(!hasXmllint)(`beside xmllint${hasXmllint ? "" : " (skipped: xmllint is not installed)"}`, () => {
  test("the whole corpus is well-formed or not in the same way", () => {
    const documents = (["good", "bad"] as const).flatMap((kind) => Object.keys(corpus[kind]).map((name) => corpusDocument(kind, name)));
    expect(disagreements(documents)).toEqual([]);
  });

  test(`${MUTATIONS} mutated documents are well-formed or not in the same way`, { timeout: 120_000 }, () => {
    const texts = goodTexts();
    for (let first = 0; first < MUTATIONS; first += BATCH) {
      const batch = Array.from({ length: BATCH }, (_, index) => stored(mutated(texts, seeded(first + index))));
      expect(disagreements(batch)).toEqual([]);
    }
  });

  test("every name, attribute and text is the same, in the corpus and in mutated documents", {
    timeout: 120_000,
  }, () => {
    const texts = goodTexts();
    const mutations = Array.from({ length: 2000 }, (_, seed) => stored(mutated(texts, seeded(seed))));
    const readable = [...texts, ...mutations].filter((text) => verdict(text) === "read").slice(0, 400);
    const compared = readable.filter((text) => {
      const form = canonical(text);
      if (form === "") return false;
      expect(eventsOf(text), text).toEqual(eventsOfCanonical(form));
      return true;
    });
    expect(compared.length).toBeGreaterThan(300);
  });
});

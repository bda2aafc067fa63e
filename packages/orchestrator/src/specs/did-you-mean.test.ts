import { expect, test } from "vitest";
import { didYouMean } from "./did-you-mean.ts";

test("a question stands behind the sentence, or nothing does", () => {
  expect(`there is no topic ordrs${didYouMean("ordrs", ["orders", "payments"])}`).toBe(
    "there is no topic ordrs; did you mean orders?",
  );
  expect(didYouMean("x", ["orders", "payments"])).toBe("");
});

import { expect, test } from "vitest";
import { didYouMean } from "../messages.ts";

test("the question follows the sentence, or is empty", () => {
  expect(`there is no topic ordrs${didYouMean("ordrs", ["orders", "payments"])}`).toBe(
    "there is no topic ordrs; did you mean orders?",
  );
  expect(didYouMean("x", ["orders", "payments"])).toBe("");
});

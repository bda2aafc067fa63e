import { expect, test } from "vitest";
import { suggestionFor } from "./messages.ts";

test("the question follows the sentence, or is empty", () => {
  expect(`there is no topic ordrs${suggestionFor("ordrs", ["orders", "payments"])}`).toBe("there is no topic ordrs; did you mean orders?");
  expect(suggestionFor("x", ["orders", "payments"])).toBe("");
});

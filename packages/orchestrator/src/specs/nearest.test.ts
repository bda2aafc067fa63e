import { expect, test } from "vitest";
import { didYouMean } from "./nearest.ts";

test.each([
  ["ordrs", ["orders", "payments"], "; did you mean orders?"],
  ["ORDERS", ["orders"], "; did you mean orders?"],
  ["x", ["orders", "payments"], ""],
  ["orders", [], ""],
])("%j among %j: %j", (name, names, said) => {
  expect(didYouMean(name, names)).toBe(said);
});

import { expect, test } from "vitest";
import { didYouMean } from "./nearest.ts";

test.each([
  ["ordrs", ["orders", "payments"], "; did you mean orders?"],
  ["ORDERS", ["orders"], "; did you mean orders?"],
  ["ordesr", ["orders"], "; did you mean orders?"],
  ["o".repeat(101), ["o".repeat(100)], ""],
  ["x", ["orders", "payments"], ""],
  ["orders", [], ""],
])("%j among %j: %j", (name, names, said) => {
  expect(didYouMean(name, names)).toBe(said);
});

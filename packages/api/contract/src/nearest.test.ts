import { expect, test } from "vitest";
import { nearest } from "./nearest.ts";

test.each([
  ["ordrs", ["orders", "payments"], "orders"],
  ["topic", ["topics", "plans"], "topics"],
  ["TOPICS", ["topics"], "topics"],
  ["shwo", ["show", "stop"], "show"],
  ["descr", ["delete", "describe"], "describe"],
  ["zebra", ["orders"], undefined],
  ["x", ["y"], undefined],
  ["", ["orders"], undefined],
  ["orders", [], undefined],
  ["o".repeat(100), ["o".repeat(99)], "o".repeat(99)],
  ["o".repeat(101), ["o".repeat(100)], undefined],
])("%s was probably meant as one of %j: %s", (word, candidates, meant) => {
  expect(nearest(word, candidates)).toBe(meant);
});

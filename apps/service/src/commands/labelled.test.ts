import { expect, test } from "vitest";
import { wrapLabelled } from "./up-summary.ts";

test.each([
  ["  next     one two three", 18, "  next     one two\n           three"],
  ["Reeve is up at http://x: kafka (broker, R3)", 30, "Reeve is up at http://x: kafka\n(broker, R3)"],
  ["  state    /a/path/that/is/too/long", 20, "  state    /a/path/that/is/too/long"],
  ["  next     one two three", Number.POSITIVE_INFINITY, "  next     one two three"],
])("%j in %d columns", (line, width, wrapped) => {
  expect(wrapLabelled(line, width)).toBe(wrapped);
});

import { expect, test } from "vitest";
import { aloneNote, leastInSync } from "./partition-work.ts";

test("with three copies a record is on two before it is acknowledged, and one broker may be stopped", () => {
  expect([1, 2, 3, 4, 5].map(leastInSync)).toEqual([1, 1, 2, 2, 2]);
});

test("a warning says where an acknowledged record may be on one broker alone", () => {
  expect(aloneNote(1, 1)).toContain("each partition has one copy");
  expect(aloneNote(2, 1)).toContain("min.insync.replicas is 1");
  expect(aloneNote(3, 2)).toBeUndefined();
});

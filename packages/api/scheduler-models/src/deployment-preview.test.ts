import { expect, test } from "vitest";
import { fieldDifferences } from "./deployment-preview.ts";

test("the smallest parts that differ are named", () => {
  const before = { mem: 2048, nested: { list: [1, 2], same: true }, gone: null };
  const now = { mem: 3000, nested: { list: [1, 3, { a: 1 }], same: true }, new: "x" };
  expect(fieldDifferences(before, now)).toEqual([
    { path: "mem", before: 2048, now: 3000 },
    { path: "nested.list[1]", before: 2, now: 3 },
    { path: "nested.list[2]", now: { a: 1 } },
    { path: "gone", before: null },
    { path: "new", now: "x" },
  ]);
  expect(fieldDifferences({ a: [1] }, { a: { 0: 1 } })).toEqual([{ path: "a", before: [1], now: { 0: 1 } }]);
  expect(fieldDifferences(before, structuredClone(before))).toEqual([]);
});

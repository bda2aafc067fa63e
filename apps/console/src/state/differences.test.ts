import { expect, test } from "vitest";
import { differences } from "./differences.ts";

test("the smallest parts that differ are named", () => {
  const before = { mem: 2048, nested: { list: [1, 2], same: true }, gone: null };
  const now = { mem: 3000, nested: { list: [1, 3, { a: 1 }], same: true }, new: "x" };
  expect(differences(before, now)).toEqual([
    { path: "mem", before: "2048", now: "3000" },
    { path: "nested.list[1]", before: "2", now: "3" },
    { path: "nested.list[2]", before: "not set", now: '{"a":1}' },
    { path: "gone", before: "null", now: "not set" },
    { path: "new", before: "not set", now: '"x"' },
  ]);
  expect(differences({ a: [1] }, { a: { 0: 1 } })).toEqual([{ path: "a", before: "[1]", now: '{"0":1}' }]);
  expect(differences(before, structuredClone(before))).toEqual([]);
});

import { expect, test } from "vitest";
import { rangesIn } from "./repair-progress.ts";

const repairs = [
  { id: "first", command_id: 1, ranges: [["a", "b"]] },
  { id: "second", command_id: 2, ranges: [["a", "b"], ["c"]] },
  { id: "third", command_id: 3, ranges: null },
];
const sessions = [
  { repair_id: "first", completed: true, ranges: ["a", "b"] },
  { repair_id: "second", completed: true, ranges: ["a", "b"] },
  { repair_id: "second", completed: false, ranges: ["c"] },
];

test("the done ranges of a repair are those of its completed sessions", () => {
  expect(rangesIn(repairs, sessions, 2)).toEqual({ done: 2, all: 3 });
});

test("a repair that is unknown or still being prepared has no ranges yet", () => {
  expect(rangesIn(repairs, sessions, 3)).toBeUndefined();
  expect(rangesIn(repairs, sessions, 4)).toBeUndefined();
});

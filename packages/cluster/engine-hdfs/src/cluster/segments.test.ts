import { expect, test } from "vitest";
import type { NameView } from "./name-nodes.ts";
import { firstGap, neededEdits } from "./segments.ts";

test("segments of several journals may overlap, and the first missing transaction is found", () => {
  const segments = [
    { from: 44, to: 250 },
    { from: 1, to: 43 },
    { from: 200, to: 300 },
    { from: 305, to: 400 },
  ];
  expect(firstGap(segments, { from: 1, to: 300 })).toBeUndefined();
  expect(firstGap(segments, { from: 10, to: 400 })).toBe(301);
  expect(firstGap(segments, { from: 320, to: 401 })).toBe(401);
  expect(firstGap([], { from: 1, to: 1 })).toBe(1);
  expect(firstGap([], { from: 5, to: 4 })).toBeUndefined();
});

test("needed are the edits after the older image, up to the segment that is being written", () => {
  const active = {
    imaged: 90,
    journals: "Writing segment beginning at txid 120. \n127.0.0.1:1 (Written txid 130)",
  } as NameView;
  const standby = { imaged: 40, journals: "open for read" } as NameView;
  expect(neededEdits([active, standby])).toEqual({ from: 41, to: 119 });
  expect(neededEdits([standby])).toBeUndefined();
});

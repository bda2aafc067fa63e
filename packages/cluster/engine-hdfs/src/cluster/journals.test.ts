import type { NodeView } from "@reeve/orchestrator/engine";
import { expect, test } from "vitest";
import { firstGap, isJournalInStep, neededEdits, openEditRolls } from "./journals.ts";
import type { NameView } from "./name-nodes.ts";

const journal = (index: number) => ({ id: `journal-${index}`, index }) as NodeView;

const streams = [
  "Writing segment beginning at txid 5. ",
  "10.88.0.4:8485 (Written txid 12), 10.88.0.5:8485 (Written txid 5 (7 txns/3400ms behind)), 10.88.0.6:8485 (Written txid 5 (will re-join on next segment)), 10.88.0.7:8485 (Written txid 11 (1 txns/2ms behind)), 10.88.0.8:8485 (Written txid 12), 10.88.0.9:8485 (Written txid 4 (will try to re-sync on next segment))",
].join("\n");

test("a journal is in sync where it is written to and no more than a moment behind", () => {
  expect([0, 1, 2, 3, 4, 5, 6].filter((index) => isJournalInStep(journal(index), streams))).toEqual([0, 3, 4]);
  expect(isJournalInStep(journal(0), "open for read")).toBe(false);
});

test("the edits are rolled after each start of a journal, also where the name node has not noticed the restart", async () => {
  const { signal } = new AbortController();
  const active = {} as NameView;
  let fails = true;
  const rolls = openEditRolls({ rollEdits: async () => expect(fails).toBe(false) });

  await rolls.roll(journal(1), 100, active, signal);
  expect(rolls.sinceStart(journal(1), 100)).toBe(false);

  fails = false;
  await rolls.roll(journal(1), 100, active, signal);
  expect(rolls.sinceStart(journal(1), 100)).toBe(true);
  expect(rolls.sinceStart(journal(2), 100)).toBe(false);
  expect(rolls.sinceStart(journal(1), 200)).toBe(false);
});

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

import type { NodeView } from "@reeve/orchestrator";
import { expect, test } from "vitest";
import { isInStep, openEditRolls } from "./journals.ts";
import type { NameView } from "./name-nodes.ts";

const journal = (port: number) =>
  ({ id: `journal-${port}`, identity: { host: "127.0.1.1", ports: { "journal-rpc": port } } }) as unknown as NodeView;

const streams = [
  "Writing segment beginning at txid 5. ",
  "127.0.1.1:1 (Written txid 12), 127.0.1.1:2 (Written txid 5 (7 txns/3400ms behind)), 127.0.1.1:3 (Written txid 5 (will re-join on next segment)), 127.0.1.1:4 (Written txid 11 (1 txns/2ms behind)), 127.0.1.1:12 (Written txid 12), 127.0.1.1:13 (Written txid 4 (will try to re-sync on next segment))",
].join("\n");

test("a journal is in sync where it is written to and no more than a moment behind", () => {
  expect([1, 2, 3, 4, 5, 12, 13].filter((port) => isInStep(journal(port), streams))).toEqual([1, 4, 12]);
  expect(isInStep(journal(1), "open for read")).toBe(false);
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

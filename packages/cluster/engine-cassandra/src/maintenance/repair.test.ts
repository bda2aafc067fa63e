import { memoryStore } from "@reeve/laws";
import { expect, test } from "vitest";
import type { Agent } from "../agent/agent.ts";
import type { Member } from "../cluster/members.ts";
import { repairKeySpace } from "./repair.ts";

const { signal } = new AbortController();

/** A node whose repairs have the given states, one for each poll; a poll without a state fails. Returns the repairs that were begun. */
function nodeWith(states: readonly (string | undefined)[]) {
  const begun: unknown[] = [];
  const left = [...states];
  const agent = {
    call: async (_bean: string, operation: string, [keySpace]: readonly unknown[]) => {
      if (operation === "repairAsync") return begun.push(keySpace);
      const state = left.shift();
      if (state === undefined) throw new Error("interrupted");
      return [state];
    },
  } as unknown as Agent;
  return { begun, member: { agent, node: { id: "node-0" } } as Member };
}

test("a repair that a node still works on is not begun again after an interruption", async () => {
  const options = { families: [], firstRanges: false, store: memoryStore() };
  const { begun, member } = nodeWith([undefined, "IN_PROGRESS", "COMPLETED", "COMPLETED"]);
  const repair = () => repairKeySpace(member, "shop", options, signal);
  await expect(repair()).rejects.toThrow("interrupted");
  await repair();
  expect(begun).toEqual(["shop"]);
  expect([...options.store.entries("")]).toEqual([]);
  await repair();
  expect(begun).toEqual(["shop", "shop"]);
});

test.each([
  ["something else", "bank", ["COMPLETED"]],
  ["the same that has failed meanwhile", "shop", ["FAILED", "COMPLETED"]],
])("after an interruption, a repair of %s is begun", async (_, keySpace, states) => {
  const options = { families: [], firstRanges: false, store: memoryStore() };
  const { begun, member } = nodeWith([undefined, ...states]);
  await expect(repairKeySpace(member, "shop", options, signal)).rejects.toThrow("interrupted");
  await repairKeySpace(member, keySpace, options, signal);
  expect(begun).toEqual(["shop", keySpace]);
});

import { memoryStore } from "@reeve/orchestrator/testing";
import { expect, test } from "vitest";
import type { Agent } from "../agent/agent.ts";
import type { Member } from "../cluster/members.ts";
import { repairKeySpace } from "./repair.ts";

const { signal } = new AbortController();

/** A node whose repairs have the given states, one for each poll. Returns the repairs that were begun. */
function nodeWith(states: readonly string[]) {
  const begun: unknown[] = [];
  const left = [...states];
  const agent = {
    call: async (_bean: string, operation: string, [keySpace]: readonly unknown[]) => {
      if (operation === "repairAsync") return begun.push(keySpace);
      return [left.shift() ?? "COMPLETED"];
    },
  } as unknown as Agent;
  return { begun, member: { agent, node: { id: "node-0" } } as Member };
}

test("a repair that a node still works on is not begun again, as after a kill of the service", async () => {
  const options = { families: [], firstRanges: false, store: memoryStore() };
  const { begun, member } = nodeWith(["COMPLETED", "IN_PROGRESS", "COMPLETED", "COMPLETED"]);
  const repair = () => repairKeySpace(member, "shop", options, signal);
  await repair();
  // The node says that it still works on the repair that was begun last.
  await repair();
  expect(begun).toEqual(["shop"]);
  await repair();
  expect(begun).toEqual(["shop", "shop"]);
});

test("a repair of something else is begun, even if an earlier repair is still in progress", async () => {
  const options = { families: [], firstRanges: false, store: memoryStore() };
  const { begun, member } = nodeWith(["COMPLETED", "IN_PROGRESS", "COMPLETED"]);
  await repairKeySpace(member, "shop", options, signal);
  await repairKeySpace(member, "bank", options, signal);
  expect(begun).toEqual(["shop", "bank"]);
});

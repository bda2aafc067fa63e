import type { Clock, NodeView } from "@reeve/orchestrator/engine";
import { expect, test } from "vitest";
import type { Agent } from "../agent/agent.ts";
import type { Member, Members } from "../cluster/members.ts";
import { workingMember } from "./maintained.ts";

/** Looks for a node that gives these answers about its mode, one after another. Undefined means that it does not answer. */
async function find(...modes: readonly (string | undefined)[]) {
  const left = [...modes];
  const agent = {
    read: async () => {
      const mode = left.length > 1 ? left.shift() : left[0];
      if (mode === undefined) throw new Error("down");
      return { OperationMode: mode };
    },
  } as unknown as Agent;
  const node = { id: "node-0" } as NodeView;
  const members = { of: () => ({ node, agent }) as unknown as Member } as unknown as Members;
  const reported: string[] = [];
  const { signal } = new AbortController();
  let now = 0;
  const clock: Clock = {
    now: () => now,
    after(milliseconds, run) {
      now += milliseconds;
      queueMicrotask(run);
      return () => undefined;
    },
  };
  const report = (message: string) => reported.push(message);
  const outcome = await workingMember({ name: "restore", node: "node-0" }, { members, node: () => node, clock }, { signal, report }).then(
    ({ view }) => view.mode,
    (error: Error) => error.message,
  );
  return { outcome, reported: [...new Set(reported)] };
}

test("work waits for a node that has died and starts again", async () => {
  expect(await find(undefined, "STARTING", "NORMAL")).toEqual({
    outcome: "NORMAL",
    reported: ["waiting for node-0, which does not answer", "waiting for node-0, which is STARTING"],
  });
});

test.each([
  ["does not answer", undefined],
  ["is DRAINED", "DRAINED"],
])("work fails if its node %s", async (state, mode) => {
  const { outcome } = await find(mode);
  expect(outcome).toBe(`node-0 has to run for its restore, but it ${state}; when it runs, try again`);
});

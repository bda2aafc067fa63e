import type { NodeView } from "@reeve/orchestrator/engine";
import { expect, test } from "vitest";
import { followBlocks } from "./blocks.ts";
import type { Calls } from "./calls.ts";
import { hdfsMembersOf } from "./members.ts";
import type { NameView } from "./name-nodes.ts";

const signal = new AbortController().signal;

/** Makes a follower of blocks whose clock the test sets. */
function follow() {
  const clock = { time: 0, now: () => clock.time };
  const members = hdfsMembersOf({ nodes: () => [] });
  return { clock, ...followBlocks({ clock, members, calls: {} as Calls, recountInterval: () => 1 }) };
}

function dataNode(taskId: string): NodeView {
  const placement = { addresses: ["127.0.0.1"], ports: { "data-rpc": 9012 } };
  return { id: "data-2", tasks: [{ taskId }], placement } as unknown as NodeView;
}

function active({ low = 0, pending = 0, blocks = 608, replicas = 0 }): NameView {
  const dataNodes = [{ address: "127.0.0.1:9012", silent: 1, state: "In Service", replicas }];
  return { low, pending, missing: 0, blocks, dataNodes } as unknown as NameView;
}

test("the counts are trusted only when they are newer than the registration of an empty data node", () => {
  const { clock, isCounted } = follow();
  expect(isCounted(dataNode("a"), active({}))).toBe(false);
  clock.time = 2900;
  expect(isCounted(dataNode("a"), active({}))).toBe(false);
  clock.time = 3100;
  expect(isCounted(dataNode("a"), active({}))).toBe(true);
  // The data node was replaced again, so its registration is new.
  expect(isCounted(dataNode("b"), active({}))).toBe(false);
});

test("there is no wait for a data node with replicas, and none in an empty file system", () => {
  const { isCounted } = follow();
  expect(isCounted(dataNode("a"), active({ replicas: 12 }))).toBe(true);
  expect(isCounted(dataNode("a"), active({ blocks: 0 }))).toBe(true);
});

test("a rollout waits for missing replicas as long as their number changes or replicas are being made", async () => {
  const { clock, whole } = follow();
  expect(await whole(active({ low: 523 }), signal)).toEqual({
    ready: false,
    reason: "523 blocks have fewer copies than configured",
  });
  clock.time = 16_000;
  expect(await whole(active({ low: 500, pending: 20 }), signal)).toMatchObject({ ready: false });
  clock.time = 30_000;
  expect(await whole(active({ low: 520 }), signal)).toMatchObject({ ready: false });
  clock.time = 31_000;
  expect(await whole(active({ low: 520 }), signal)).toEqual({
    ready: true,
    note: "520 blocks have fewer copies than configured",
  });
  expect(await whole(active({}), signal)).toEqual({ ready: true });
});

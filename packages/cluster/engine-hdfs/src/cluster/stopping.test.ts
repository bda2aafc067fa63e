import type { NodeView } from "@reeve/orchestrator/engine";
import { expect, test } from "vitest";
import { nameNodeBean, runningNode, servingBeans } from "../../test/fake-daemons.ts";
import { hdfsMembersOf } from "./members.ts";
import type { ReadinessContext } from "./readiness.ts";
import { mayStopDaemon } from "./stopping.ts";

const { signal } = new AbortController();

/** A port at which nothing answers. */
const SILENT = 1;

/** Three data nodes, of which data-1 has been silent for this number of seconds. Blocks have fewer copies than configured. */
async function cluster(silent: number, httpOfFrozen: number) {
  const port = (index: number) => 9012 + index;
  const live = Object.fromEntries(
    [0, 1, 2].map((index) => {
      const xferaddr = `127.0.0.1:${port(index)}`;
      return [`data-${index}`, { xferaddr, lastContact: index === 1 ? silent : 1, adminState: "In Service" }];
    }),
  );
  const http = await servingBeans(() => [
    nameNodeBean("NameNodeStatus", { State: "active" }),
    nameNodeBean("NameNodeInfo", { LiveNodes: JSON.stringify(live) }),
    nameNodeBean("FSNamesystemState", { UnderReplicatedBlocks: 510, BlocksTotal: 600 }),
  ]);
  const data = [0, 1, 2].map((index) =>
    runningNode("data", index, { "data-rpc": port(index), "data-http": index === 1 ? httpOfFrozen : SILENT }),
  );
  const nodes = [runningNode("name", 0, { "name-http": http }), runningNode("fc", 0, {}), ...data];
  const blocks = { whole: async () => ({ ready: false, reason: "510 blocks have fewer copies than configured" }) };
  const context = { members: hdfsMembersOf({ nodes: () => nodes }), blocks };
  const [, frozen] = data as [NodeView, NodeView, NodeView];
  return { frozen, context: context as unknown as ReadinessContext };
}

test("a frozen data node may stop, because it serves no block that its stop would take away", async () => {
  const { frozen, context } = await cluster(60, SILENT);
  expect(await mayStopDaemon(frozen, context, signal)).toEqual({ ready: true });
});

test("a data node that serves may not stop while blocks have too few copies", async () => {
  const { frozen, context } = await cluster(1, SILENT);
  expect(await mayStopDaemon(frozen, context, signal)).toMatchObject({ ready: false });
});

test("nor may one that only the name node does not hear, because clients may still read from it", async () => {
  const info = [{ name: "Hadoop:service=DataNode,name=DataNodeInfo" }];
  const { frozen, context } = await cluster(60, await servingBeans(() => info));
  expect(await mayStopDaemon(frozen, context, signal)).toMatchObject({ ready: false });
});

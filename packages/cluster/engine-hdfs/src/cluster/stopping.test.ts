import { once } from "node:events";
import { createServer } from "node:http";
import type { NodeView } from "@reeve/orchestrator/engine";
import { expect, onTestFinished, test } from "vitest";
import { hdfsMembersOf } from "./members.ts";
import type { ReadinessContext } from "./readiness.ts";
import { mayStopDaemon } from "./stopping.ts";

const { signal } = new AbortController();

/** Serves these beans as a daemon does, and returns the port. */
async function serving(beans: readonly object[]): Promise<number> {
  const server = createServer((_, answer) => void answer.end(JSON.stringify({ beans })));
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => void server.close());
  const address = server.address();
  return typeof address === "object" && address ? address.port : 0;
}

/** A port at which nothing answers. */
const SILENT = 1;

function nodeOf(podType: string, index: number, ports: Record<string, number>): NodeView {
  const placement = { addresses: ["127.0.0.1"], ports };
  const identity = { host: "127.0.0.1", ports };
  const tasks = [{ task: "node", taskId: `${podType}-${index}`, state: "running" }];
  return {
    id: `${podType}-${index}`,
    podType,
    index,
    state: "running",
    placement,
    identity,
    tasks,
  } as unknown as NodeView;
}

/** Three data nodes, of which data-1 has been silent for this number of seconds. Blocks have fewer copies than configured. */
async function cluster(silent: number, httpOfFrozen: number) {
  const port = (index: number) => 9012 + index;
  const live = Object.fromEntries(
    [0, 1, 2].map((index) => {
      const xferaddr = `127.0.0.1:${port(index)}`;
      return [`data-${index}`, { xferaddr, lastContact: index === 1 ? silent : 1, adminState: "In Service" }];
    }),
  );
  const http = await serving([
    { name: "Hadoop:service=NameNode,name=NameNodeStatus", State: "active" },
    { name: "Hadoop:service=NameNode,name=NameNodeInfo", LiveNodes: JSON.stringify(live) },
    { name: "Hadoop:service=NameNode,name=FSNamesystemState", UnderReplicatedBlocks: 510, BlocksTotal: 600 },
  ]);
  const data = [0, 1, 2].map((index) =>
    nodeOf("data", index, { "data-rpc": port(index), "data-http": index === 1 ? httpOfFrozen : SILENT }),
  );
  const nodes = [nodeOf("name", 0, { "name-http": http }), nodeOf("fc", 0, {}), ...data];
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
  const { frozen, context } = await cluster(60, await serving(info));
  expect(await mayStopDaemon(frozen, context, signal)).toMatchObject({ ready: false });
});

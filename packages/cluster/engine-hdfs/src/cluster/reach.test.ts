import { createServer as createHttpServer } from "node:http";
import { createServer } from "node:net";
import { ReeveError } from "@reeve/contract";
import type { Address, NodeView } from "@reeve/orchestrator/engine";
import { expect, test } from "vitest";
import { portOf } from "../../test/fake-daemons.ts";
import { delimited, message } from "../wire/protobuf.ts";
import { followBlocks } from "./blocks.ts";
import { openCalls } from "./calls.ts";
import { fileSystemStatusOf } from "./hdfs-cluster.ts";
import { openEditRolls } from "./journals.ts";
import { mayLoseDaemons } from "./losing.ts";
import { hdfsMembersOf } from "./members.ts";
import { askNames } from "./name-nodes.ts";
import { type ReadinessContext, readyDaemon } from "./readiness.ts";
import { mayStopDaemon } from "./stopping.ts";

const { signal } = new AbortController();

const PORTS: Readonly<Record<string, number>> = {
  "name-http": 9001,
  "name-rpc": 9002,
  "journal-http": 9003,
  "journal-rpc": 9004,
  "data-http": 9005,
  "data-ipc": 9006,
  "data-rpc": 9007,
  coordinator: 9008,
};

/** A running node whose name does not resolve on this machine. */
function nodeOf(podType: string, index = 0): NodeView {
  const id = `${podType}-${index}`;
  const host = `${id}.files.tests.invalid`;
  const placement = { addresses: [host, `10.88.0.${index}`], ports: PORTS };
  const tasks = [{ task: "node", taskId: id, state: "running" }];
  const identity = { host, ports: PORTS };
  return { id, podType, index, state: "running", placement, identity, tasks } as unknown as NodeView;
}

const nodes = [nodeOf("coordinator"), nodeOf("coordinator", 1), nodeOf("coordinator", 2), nodeOf("journal")];
nodes.push(nodeOf("name"), nodeOf("name", 1), nodeOf("fc"), nodeOf("fc", 1), nodeOf("data"));

/** The ways in which a daemon answers, by the name of the port; other ports answer calls. */
const ways: Readonly<Record<string, "jmx" | "letters">> = {
  "name-http": "jmx",
  "journal-http": "jmx",
  "data-http": "jmx",
  coordinator: "letters",
};

/** Starts daemons on this machine, and a reach that leads to them. Records who was reached, and whom requests name as their host. */
async function daemons() {
  const hosts = new Set<string>();
  const jmx = createHttpServer(({ url = "", headers }, answer) => {
    hosts.add(headers.host ?? "");
    const info = { Safemode: "", NameJournalStatus: "[]", LiveNodes: "{}", NumberOfMissingBlocks: 0 };
    const beans = [
      {
        name: "Hadoop:service=NameNode,name=NameNodeStatus",
        State: headers.host?.includes("-0") ? "active" : "standby",
      },
      { name: "Hadoop:service=NameNode,name=NameNodeInfo", ...info },
    ];
    answer.end(url.startsWith("/fsck") ? "Status: HEALTHY" : JSON.stringify({ beans }));
  });
  const letters = createServer((socket) => void socket.on("data", () => socket.end("Mode: follower\n")));
  const calls = createServer((socket) => {
    socket
      .on("error", () => undefined)
      .on("data", () => {
        const content = Buffer.concat([message({ 1: 0, 2: 0 }), message({})].map(delimited));
        const length = Buffer.alloc(4);
        length.writeUInt32BE(content.length);
        socket.write(Buffer.concat([length, content]));
      });
  });
  const local = { jmx: await portOf(jmx), letters: await portOf(letters), calls: await portOf(calls) };
  const reachedNodes: string[] = [];
  async function reach({ host, port }: Address): Promise<Address> {
    const [name = "controller"] = Object.entries(PORTS).find(([, number]) => number === port) ?? [];
    reachedNodes.push(`${host.split(".")[0]} ${name}`);
    return { host: "127.0.0.1", port: local[ways[name] ?? "calls"] };
  }
  return { hosts, reachedNodes, reach };
}

function contextOf(reach: (address: Address) => Promise<Address>): ReadinessContext {
  const members = hdfsMembersOf({ nodes: () => nodes, reach });
  const calls = openCalls("files", members, () => ({ user: "" }) as never);
  const clock = { now: () => 0 };
  return {
    members,
    calls,
    formats: { hasNameSpace: () => true, lacksEdits: () => false, serves: () => undefined } as never,
    rolls: openEditRolls(calls),
    blocks: followBlocks({ clock, members, calls, recountInterval: () => 1 }),
    lists: { read: async () => new Set<string>(), write: async () => undefined },
  };
}

test("the service connects to every daemon through the given way, and names the daemon itself", async () => {
  const { hosts, reachedNodes, reach } = await daemons();
  const context = contextOf(reach);
  const { members, calls } = context;
  for (const node of nodes) {
    await readyDaemon(node, context, signal);
    await mayStopDaemon(node, context, signal);
    await mayLoseDaemons([node], context, signal);
  }
  const [active] = await askNames(members, signal);
  expect(active?.state).toBe("active");
  expect((await fileSystemStatusOf(members, signal)).active).toBe("name-0");
  if (active) await calls.refreshNodes(active, signal);
  for (const node of members.all("data")) await calls.reportBlocks(node, signal);
  for (const node of members.all("journal")) await calls.segments(node, signal);
  await calls.failOverTo(1, signal);
  expect(new Set(reachedNodes)).toEqual(
    new Set([
      ...[0, 1, 2].map((index) => `coordinator-${index} coordinator`),
      ...["journal-0 journal-http", "journal-0 journal-rpc"],
      ...["name-0 name-http", "name-1 name-http", "name-0 name-rpc"],
      ...["fc-0 controller", "fc-1 controller", "data-0 data-http", "data-0 data-ipc"],
    ]),
  );
  expect([...hosts].sort()).toEqual([
    "data-0.files.tests.invalid:9005",
    "journal-0.files.tests.invalid:9003",
    "name-0.files.tests.invalid:9001",
    "name-1.files.tests.invalid:9001",
  ]);
});

test("if the service may not connect to nodes, the reason is the answer for each node", async () => {
  const context = contextOf(async () => {
    throw new ReeveError("conflict", "a permission is missing");
  });
  for (const node of nodes) {
    await expect(readyDaemon(node, context, signal)).rejects.toThrow("a permission is missing");
    if (node.podType !== "fc") await expect(mayStopDaemon(node, context, signal)).rejects.toThrow("a permission");
  }
});

import type { Server } from "node:net";
import { createServer } from "node:net";
import type { NodeView, Program } from "@reeve/orchestrator/engine";
import { expect, onTestFinished, test } from "vitest";
import type { Agent } from "../agent/agent.ts";
import { roomIn, serves } from "./closed.ts";
import type { Member, Members } from "./members.ts";
import { isReady } from "./readiness.ts";
import type { Records } from "./records.ts";
import { mayStop } from "./stopping.ts";

const { signal } = new AbortController();
const CLOSED = "it has closed its connections to clients, as the database does when it cannot write";

/** `stuck` closes its connections like `closed`, but the end of its gossip waits for a write. Its peers do not count it as live. */
type State = "serving" | "closed" | "stuck" | "without clients" | "silent";

/** A server that answers like the port of a node for clients. */
async function nativePort(): Promise<number> {
  const server: Server = createServer((socket) =>
    socket.on("error", () => undefined).on("data", () => socket.write(Buffer.from("850000000600000000", "hex"))),
  );
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  return typeof address === "object" && address !== null ? address.port : 0;
}

/** Makes a cluster whose nodes have these states, by index. Nodes that gossip see each other. `df` is what a node prints about its disk. */
async function cluster(states: readonly State[], df?: string) {
  const port = await nativePort();
  const peer = (index: number) => `127.1.0.${index + 1}:7000`;
  const isLive = (state: State) => state === "serving" || state === "without clients";
  const live = states.flatMap((state, index) => (isLive(state) ? [peer(index)] : []));
  const all = states.map((_, index) => peer(index));
  const agentOf = (index: number): Agent => {
    const state = states[index];
    return {
      read: async () => {
        if (state === "silent") throw new Error("does not answer");
        return {
          OperationMode: "NORMAL",
          NativeTransportRunning: state === "serving",
          GossipRunning: state !== "closed",
          // A node that no longer gossips does not notice that others go.
          LiveNodesWithPort: state !== undefined && isLive(state) ? live : all,
          AllDataFileLocations: ["/volumes/data"],
        };
      },
      call: async () => undefined,
      readAll: async () => new Map(),
    };
  };
  const nodes = states.map((_, index) => {
    const tasks = [{ task: "node", taskId: `node-${index}-node__1`, state: "running" }];
    return { id: `node-${index}`, index, state: "running", tasks } as unknown as NodeView;
  });
  const placed = nodes.map(
    (node, index): Member => ({
      ...{ node, peer: peer(index), agent: agentOf(index), agentPort: 8778 },
      native: { host: "127.0.0.1", port, trusted: undefined },
    }),
  );
  const members: Members = {
    placed: () => placed,
    alive: () => placed,
    of: (node) => placed.find((each) => each.node.id === node.id),
  };
  const asked: (readonly string[])[] = [];
  const exec = async (taskId: string, command: readonly string[]): Promise<Program> => {
    asked.push([taskId, ...command]);
    return {
      output: (async function* () {
        yield Buffer.from(df ?? "");
      })(),
      write: async () => undefined,
      close: () => undefined,
    };
  };
  const context = {
    members,
    records: { joined: () => undefined } as unknown as Records,
    served: { note: () => undefined, areClientsBack: () => true },
    room: roomIn(df === undefined ? {} : { exec }),
  };
  const at = (index: number) => nodes[index] as NodeView;
  return {
    asked,
    serves: (index: number) => serves(at(index), members, signal),
    ready: (index: number) => isReady(at(index), context, signal),
    mayStop: (index: number) => mayStop(at(index), context, signal),
  };
}

test("a node that takes no clients does not serve", async () => {
  const nodes = await cluster(["serving", "closed", "stuck", "silent"]);
  expect(await nodes.serves(0)).toEqual({ ready: true });
  expect(await nodes.serves(1)).toEqual({ ready: false, reason: CLOSED });
  expect(await nodes.serves(2)).toEqual({ ready: false, reason: CLOSED });
  await expect(nodes.serves(3)).rejects.toThrow("node-3 does not answer");
});

test("a node that clients cannot reach may be stopped although no other node serves", async () => {
  const nodes = await cluster(["closed", "stuck", "stuck"]);
  for (const index of [0, 1, 2]) expect(await nodes.mayStop(index)).toEqual({ ready: true });
  const rest = await cluster(["closed", "stuck", "serving"]);
  expect(await rest.mayStop(0)).toEqual({ ready: true });
  expect(await rest.mayStop(1)).toEqual({ ready: true });
  expect(await rest.mayStop(2)).toEqual({ ready: false, reason: "node-0 is not serving clients" });
});

test("a node whose data clients reach through another node is stopped only if all others serve", async () => {
  const nodes = await cluster(["closed", "serving", "without clients"]);
  expect(await nodes.mayStop(2)).toEqual({ ready: false, reason: "node-0 is not serving clients" });
  expect(await (await cluster(["serving", "serving", "without clients"])).mayStop(2)).toEqual({ ready: true });
});

test("a node is ready although others take no clients; one that has stopped to gossip while it starts has failed", async () => {
  const nodes = await cluster(["serving", "closed", "stuck"]);
  expect(await nodes.ready(0)).toEqual({ ready: true });
  expect(await nodes.ready(1)).toEqual({ ready: false, reason: CLOSED, failed: true });
  expect(await nodes.ready(2)).toEqual({ ready: false, reason: "it does not answer clients yet" });
});

const table = (available: number) =>
  `Filesystem 1024-blocks Used Available Capacity Mounted on\n/dev/sdb 1000000 1 ${available} 99% /volumes\n`;

test("where nodes run elsewhere, their disks are asked before a node that has closed its connections is launched again", async () => {
  const full = "its disk is full: less than 64 MB are free; make room on it";
  const nodes = await cluster(["closed", "closed"], table(65_535));
  expect(await nodes.mayStop(0)).toEqual({ ready: false, reason: full });
  expect(await nodes.ready(1)).toEqual({ ready: false, reason: `${CLOSED}; ${full}` });
  expect(nodes.asked).toEqual([
    ["node-0-node__1", "df", "-Pk", "/volumes/hints"],
    ["node-1-node__1", "df", "-Pk", "/volumes/hints"],
  ]);
  expect(await (await cluster(["closed"], table(65_536))).mayStop(0)).toEqual({ ready: true });
  expect(await (await cluster(["closed"], "sh: df: not found\n")).mayStop(0)).toEqual({ ready: true });
});

import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { userInfo } from "node:os";
import { basename } from "node:path";
import { memoryStore } from "@reeve/laws";
import { type Placement, systemClock } from "@reeve/orchestrator/runtime";
import { afterEach, describe, expect, test } from "vitest";
import { createLocalRuntime } from "../src/index.ts";
import { machine, runs, temporaryFolder } from "./support/machine.ts";
import { command, resources, taskOf } from "./support/requests.ts";

const { signal } = new AbortController();
const identityOf = ({ addresses: [host = ""], ports }: Placement) => ({ host, ports });

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

async function listen(port: number, host?: string): Promise<number> {
  const server = createServer();
  servers.push(server);
  server.listen(port, host);
  await once(server, "listening");
  const address = server.address();
  return typeof address === "object" && address ? address.port : 0;
}

/**
 * The first of three consecutive free ports. Outgoing connections get higher ports, so no connection of another program takes one of these
 * meanwhile.
 */
async function threeFree(): Promise<number> {
  for (;;) {
    const base = 10_000 + Math.floor(Math.random() * 9000);
    try {
      for (const offset of [0, 1, 2]) await listen(base + offset);
      return base;
    } catch {
      // One of the ports is in use.
    } finally {
      for (const server of servers.splice(0)) server.close();
    }
  }
}

test("open ports are chosen free, different for each node, and kept", async () => {
  const it = await machine();
  const first = await it.launch({ taskId: "a__1", node: "broker-0", resources: resources({ client: 0, metrics: 0 }) });
  const second = await it.launch({ taskId: "b__1", node: "broker-1", resources: resources({ client: 0 }) });
  const all = [first.ports.client, first.ports.metrics, second.ports.client];
  expect(new Set(all).size).toBe(3);
  for (const port of all) expect(port).toBeGreaterThanOrEqual(20_000);
  await it.agents.stop("a__1", signal);
  await it.state("a__1", "stopped");
  const again = await it.launch({
    taskId: "a__2",
    node: "broker-0",
    identity: identityOf(first),
    resources: resources({ client: 0, metrics: 0 }),
  });
  expect(again.ports).toEqual(first.ports);
});

test.each(["127.0.0.1", undefined])("a node waits for its port when another program has taken it meanwhile (on %s)", async (host) => {
  const it = await machine();
  const { ports } = await it.launch({ taskId: "a__1", resources: resources({ client: 0 }) });
  await it.agents.stop("a__1", signal);
  await it.state("a__1", "stopped");
  await listen(ports.client ?? 0, host);
  await it.begin({ taskId: "a__2", identity: { host: "127.0.0.1", ports }, resources: resources({ client: 0 }) });
  expect((await it.state("a__2", "waiting")).reason).toMatch(/^the port \d+ \(client\) of broker-0 is in use by /);
  servers.pop()?.close();
  expect((await it.state("a__2", "running")).placement.ports).toEqual(ports);
});

test("nodes of two instances do not get each other's ports, even while they are down", async () => {
  const ports = { from: 20_500, to: 20_510 };
  const one = await machine({ ports, random: () => 0 });
  const placement = await one.launch({ taskId: "a__1", resources: resources({ client: 0 }) });
  await one.agents.stop("a__1", signal);
  await one.state("a__1", "stopped");
  const other = await one.launch({ taskId: "b__1", node: "broker-1", resources: resources({ client: 0 }) });
  expect(other.ports.client).not.toBe(placement.ports.client);
});

test("fixed ports count up with the nodes", async () => {
  const it = await machine();
  const base = await threeFree();
  for (const node of ["broker-0", "broker-1", "broker-2"]) {
    const { ports } = await it.launch({ taskId: `${node}__1`, node, resources: resources({ client: base }) });
    expect(ports.client).toBe(base + Number(node.at(-1)));
  }
});

const inUse = (port: number, node: string) =>
  `the port ${port} (client) of ${node} is in use by the process ${process.pid} (${program()}) of the user ${userInfo().username}; end that program, or choose another port in the definition`;
const program = () => basename(readFileSync(`/proc/${process.pid}/cmdline`, "utf8").split("\0")[0] ?? "");

test.runIf(process.platform === "linux")("a node waits for a fixed port that is taken, and its state names the program", async () => {
  const it = await machine();
  const port = await listen(0, "127.0.0.1");
  await it.begin({ taskId: "a__1", resources: resources({ client: port }) });
  const { reason } = await it.state("a__1", "waiting");
  expect(reason).toBe(inUse(port, "broker-0"));
  expect(it.reported.map(({ state }) => state)).toEqual(["waiting"]);
  servers.pop()?.close();
  const { placement } = await it.state("a__1", "running");
  expect(placement.ports.client).toBe(port);
  expect(runs(placement.pid)).toBe(true);
});

test("a task that waits for a port is stopped at once, and is not adopted", async () => {
  const it = await machine();
  const port = await listen(0, "127.0.0.1");
  await it.begin({ taskId: "a__1", resources: resources({ client: port }) });
  await it.agents.stop("a__1", signal);
  await it.state("a__1", "stopped");
  await it.begin({ taskId: "a__2", resources: resources({ client: port }) });
  expect(await it.reopen()).toEqual([]);
  servers.pop()?.close();
  await it.launch({ taskId: "a__2", resources: resources({ client: port }) });
  await it.state("a__2", "running");
});

test("a fixed port of another node is refused, and the message names that node", async () => {
  const it = await machine();
  const port = await listen(0);
  servers.pop()?.close();
  await it.launch({ taskId: "a__1", resources: resources({ client: port }) });
  await expect(it.launch({ taskId: "b__1", node: "data-0", resources: resources({ rpc: port }) })).rejects.toThrow(
    `the port ${port} (rpc) of data-0 is already the port of broker-0 of kafka`,
  );
});

test("a port that is only probed is freed again", async () => {
  const it = await machine({ random: () => 0.99 });
  const before = await it.launch({ taskId: "a__1", resources: resources({ client: 0 }) });
  await it.agents.stop("a__1", signal);
  await it.state("a__1", "stopped");
  await listen(before.ports.client ?? 0, "127.0.0.1");
  setTimeout(() => servers.pop()?.close(), 20);
  const after = await it.launch({ taskId: "a__2", identity: identityOf(before), resources: resources({ client: 0 }) });
  expect(after.ports).toEqual(before.ports);
});

test("identifying nodes again probes none of their ports: a node that is just starting would find it taken", async () => {
  const it = await machine();
  const port = await listen(0);
  servers.pop()?.close();
  const node = { node: "broker-0", ports: [{ name: "client", port, variable: "CLIENT" }], ownAddress: false };
  const identified = it.agents.identify([node]);
  // While nodes are identified, this test can listen on the port at any moment.
  for (let attempt = 0; attempt < 20; attempt++) {
    await listen(port, "127.0.0.1");
    const server = servers.pop();
    if (server) await new Promise((resolve) => server.close(resolve));
  }
  expect((await identified).get("broker-0")?.ports).toEqual({ client: port });
});

test("running out of ports is reported", async () => {
  const port = await listen(0);
  const it = await machine({ ports: { from: port, to: port } });
  await expect(it.launch({ taskId: "a__1", resources: resources({ client: 0 }) })).rejects.toThrow(
    `every port from ${port} to ${port} is in use; end other programs`,
  );
});

test("ports of a closed instance are free again", async () => {
  const port = await listen(0);
  servers.pop()?.close();
  const runtime = createLocalRuntime({ folder: temporaryFolder() });
  for (const instance of ["one", "other"]) {
    const agents = await runtime.open({
      instance,
      store: memoryStore(),
      clock: systemClock,
      log: () => undefined,
      settings: () => ({}),
    });
    const ended = new Promise<void>((resolve) => agents.watch(({ state }) => state === "finished" && resolve()));
    await agents.launch(taskOf({ oneShot: true, ...command("true"), resources: resources({ client: port }) }), signal);
    await ended;
    await agents.close();
  }
});

describe.runIf(process.platform === "linux")("nodes with addresses of their own", () => {
  const query = (node: string, port: number) => ({
    node,
    ports: [{ name: "client", port, variable: "CLIENT" }],
    ownAddress: true,
  });

  test("all have their fixed port, keep their addresses, and name the program that has one", async () => {
    const it = await machine();
    const port = await listen(0);
    servers.pop()?.close();
    const identities = await it.agents.identify([query("node-0", port), query("node-1", port)]);
    const matches = [...identities.values()];
    expect(matches.map(({ ports }) => ports.client)).toEqual([port, port]);
    expect(new Set(matches.map(({ host }) => host)).size).toBe(2);
    for (const { host } of matches) expect(host).toMatch(/^127\./);
    const again = [...identities].map(([node, had]) => ({ ...query(node, port), had }));
    expect(await it.agents.identify(again)).toEqual(identities);
    for (const [node, identity] of identities) {
      const request = { taskId: `${node}__1`, node, identity, resources: resources({ client: port }) };
      const placement = await it.launch(request);
      expect(placement).toMatchObject({ addresses: [identity.host], ports: { client: port } });
    }
    const other = identities.get("node-1")?.host ?? "";
    await it.agents.stop("node-1__1", signal);
    await it.state("node-1__1", "stopped");
    await listen(port, other);
    const identity = { host: other, ports: { client: port } };
    await it.begin({ taskId: "node-1__2", node: "node-1", identity, resources: resources({ client: port }) });
    expect((await it.state("node-1__2", "waiting")).reason).toContain(`is in use by the process ${process.pid} `);
    servers.pop()?.close();
    await it.state("node-1__2", "running");
  });
});

import { readdirSync, readFileSync } from "node:fs";
import { type Reeve, startReeve } from "@reeve/service";
import { createWideColumnClient, type WideColumnClient } from "@reeve/wide-column-client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Walker, walker } from "../walk.ts";
import { missingForCassandra, titled } from "./available.ts";
import { partitionsOf } from "./partitions-of.ts";
import { driverAt, openRows, type Rows } from "./rows.ts";

const missing = await missingForCassandra();
const NAME = `database-${process.pid}`;
const NODES = ["node-0", "node-1", "node-2"];

const database = ({ nodes = 3, clientTls = false }: { nodes?: number; clientTls?: boolean | "optional" } = {}) =>
  ({ kind: "wide-column", engine: "cassandra", settings: { NODE_COUNT: nodes, NODE_MEM: 640 }, clientTls }) as const;

/** The number of rows that are read after a series of faults. */
const READS = 25_000;

/** The number of rows of a repair that is long enough to report its progress. */
const REPAIRED = 50_000;

describe.skipIf(missing !== undefined)(titled("real database nodes", missing), () => {
  let reeve: Reeve;
  let client: WideColumnClient;
  let walk: Walker;
  let rows: Rows;

  beforeAll(async () => {
    reeve = await startReeve({ services: { [NAME]: database() } });
    client = createWideColumnClient({ url: reeve.url, token: reeve.token, service: NAME });
    walk = walker(reeve, NAME, 1_200_000);
    await walk.quiet();
    rows = await openRows(await reeve.addresses(NAME), 3);
  }, 1_500_000);
  afterAll(async () => {
    await rows?.[Symbol.asyncDispose]();
    await reeve?.close();
  }, 60_000);

  const tell = (what: string, writer: ReturnType<Rows["write"]>) =>
    console.log(`${what}: ${rows.acknowledged.length} rows acknowledged, silence of ${writer.longestSilence()} ms at most`);

  test("each node reports its own status, and clients get all addresses", async () => {
    const ids = new Set<unknown>();
    for (const node of [0, 1, 2]) {
      const status = await client.nodes.status({ node });
      expect(status).toMatchObject({ mode: "NORMAL", joined: true, token_count: 16, native_transport_running: true });
      ids.add(status.host_id);
    }
    expect(ids.size).toBe(3);
    expect((await client.connection.show()).nodes).toHaveLength(3);
  });

  test("a client continues to write while all nodes are restarted one after another", {
    timeout: 700_000,
  }, async () => {
    const writer = rows.write();
    const before = pids();
    for (const node of NODES) {
      await walk.send("POST", `/reeve/v1/services/${NAME}/nodes/${node}/restart`);
    }
    await walk.quiet();
    expect(await writer.stop()).toEqual([]);
    tell("restarts", writer);
    expect([...pids().values()].filter((pid) => [...before.values()].includes(pid))).toEqual([]);
    expect(rows.acknowledged.length).toBeGreaterThan(100);
    expect(await rows.missing()).toEqual([]);
  });

  test("a node that is killed comes back with all rows", { timeout: 700_000 }, async () => {
    const writer = rows.write();
    const pid = pids().get("node-1") ?? 0;
    process.kill(pid, "SIGKILL");
    await expect.poll(() => pids().get("node-1") ?? pid, { timeout: 120_000 }).not.toBe(pid);
    await walk.quiet();
    await writer.stop();
    tell("a kill", writer);
    expect(await rows.missing()).toEqual([]);
  });

  test("a replaced node keeps its place, and gets its rows from the other nodes", { timeout: 700_000 }, async () => {
    const path = `/reeve/v1/services/${NAME}/nodes/node-2`;
    const volume = async () => ((await walk.send("GET", path)).body as { readonly volumes: unknown }).volumes;
    const [before, volumeBefore] = [await client.nodes.status({ node: 2 }), await volume()];
    const writer = rows.write();
    const request = await walk.send("POST", `${path}/replace`);
    expect(request.status, request.text).toBe(200);
    await walk.quiet();
    await writer.stop();
    tell("a replace", writer);
    expect(await volume()).not.toEqual(volumeBefore);
    const { endpoint, host_id } = before;
    // A node that replaces another at the same address also takes over the other node's host id.
    expect(await client.nodes.status({ node: 2 })).toMatchObject({ mode: "NORMAL", endpoint, host_id });
    expect(await rows.missing()).toEqual([]);
  });

  test("after a restart, a replace and a kill in a row, every row is read at QUORUM", {
    timeout: 3_000_000,
  }, async () => {
    const writer = rows.write(8);
    await walk.send("POST", `/reeve/v1/services/${NAME}/nodes/node-0/restart`);
    await walk.send("POST", `/reeve/v1/services/${NAME}/nodes/node-1/replace`);
    await walk.quiet();
    await expect.poll(() => rows.acknowledged.length, { timeout: 600_000 }).toBeGreaterThan(READS);
    const chosen = rows.acknowledged.slice(-READS);
    process.kill(pids().get("node-2") ?? 0, "SIGKILL");
    // The rows are read while the killed node is down or has just come back.
    expect(await rows.missing(chosen)).toEqual([]);
    await walk.quiet();
    const failed = await writer.stop();
    console.log(`${chosen.length} of ${rows.acknowledged.length} rows read, ${failed.length} writes failed`);
  });

  test("a repair reports the ranges that are done", { timeout: 700_000 }, async () => {
    await using repaired = await openRows(await reeve.addresses(NAME), 3, "repaired");
    await repaired.fill(REPAIRED);
    await client.repair.start({ nodes: ["node-0"], key_spaces: ["repaired"] });
    const said: string[] = [];
    for (let isOver = false; !isOver; ) {
      const { status, text } = await walk.send("GET", `/reeve/v1/services/${NAME}/plans/repair`);
      said.push(...(/\d+ of \d+ ranges/.exec(text) ?? []));
      isOver = status === 200;
    }
    console.log([...new Set(said)].join(", "));
    expect(said).not.toEqual([]);
    await walk.quiet();
  });

  test("clients continue to write while nodes change to TLS, first optional and then required", {
    timeout: 2_000_000,
  }, async () => {
    const addresses = await reeve.addresses(NAME);
    const deploy = async (clientTls: boolean | "optional", written: Rows) => {
      const writer = written.write();
      await reeve.deploy({ services: { [NAME]: database({ clientTls }) } });
      await walk.quiet();
      expect(await writer.stop()).toEqual([]);
    };
    await deploy("optional", rows);
    const ca = (await walk.send("GET", "/reeve/v1/client-ca")).text;
    await using safe = await openRows(addresses, 3, "safe", ca);
    await deploy(true, safe);
    expect(await safe.missing()).toEqual([]);
    const plain = driverAt(addresses);
    await expect(plain.connect()).rejects.toThrow(/All host/);
    await plain.shutdown();
    await deploy("optional", safe);
    const again = driverAt(addresses);
    await again.connect();
    await again.shutdown();
  });

  test("clients continue to write while a node is added and gets its part of the rows", {
    timeout: 1_500_000,
  }, async () => {
    // A new driver is used, because a driver that nodes have refused waits for minutes before it connects again.
    await using grown = await openRows(await reeve.addresses(NAME), 3, "grown");
    const writer = grown.write();
    await reeve.deploy({ services: { [NAME]: database({ nodes: 4, clientTls: "optional" }) } });
    await walk.quiet();
    expect(await writer.stop()).toEqual([]);
    expect(await client.nodes.status({ node: 3 })).toMatchObject({ mode: "NORMAL", token_count: 16 });
    expect((await client.connection.show()).nodes).toHaveLength(4);
    const held = async () => Promise.all([0, 1, 2, 3].map((node) => partitionsOf(client, node, "grown")));
    expect((await held())[3]).toBeGreaterThan(0);
    const before = await held();
    await client.cleanup.start({ nodes: ["*"], key_spaces: ["grown"] });
    await walk.quiet();
    const after = await held();
    expect(after.reduce((sum, each) => sum + each)).toBeLessThan(before.reduce((sum, each) => sum + each));
    expect(await grown.missing()).toEqual([]);
  });
});

/** The process ids of the nodes. */
function pids(): ReadonlyMap<string, number> {
  const entries = new Map<string, number>();
  for (const pid of readdirSync("/proc").filter((entry) => /^\d+$/.test(entry))) {
    const node = new RegExp(`-Dnode=${NAME}/(node-\\d+)-node\\0`).exec(commandLine(pid))?.[1];
    if (node !== undefined) entries.set(node, Number(pid));
  }
  return entries;
}

function commandLine(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8");
  } catch {
    return "";
  }
}

import { readdirSync, readFileSync } from "node:fs";
import { type Reeve, startReeve } from "@reeve/service";
import { createWideColumnClient, type WideColumnClient } from "@reeve/wide-column-client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Walker, walker } from "../walk.ts";
import { missingForCassandra, titled } from "./available.ts";
import { openRows, type Rows } from "./rows.ts";

const missing = await missingForCassandra();
const NAME = `database-${process.pid}`;
const NODES = ["node-0", "node-1", "node-2"];

/** Rows that are read after a row of faults. */
const READS = 25_000;

describe.skipIf(missing !== undefined)(titled("real database nodes", missing), () => {
  let reeve: Reeve;
  let client: WideColumnClient;
  let walk: Walker;
  let rows: Rows;

  beforeAll(async () => {
    reeve = await startReeve({
      services: {
        [NAME]: { kind: "wide-column", engine: "cassandra", settings: { NODE_COUNT: 3, NODE_MEM: 640 } },
      },
    });
    client = createWideColumnClient({ url: reeve.url, token: reeve.token, service: NAME });
    walk = walker(reeve, NAME, 1_200_000);
    await walk.quiet();
    rows = await openRows(await reeve.addresses(NAME), 3);
  }, 1_500_000);
  afterAll(async () => {
    await rows?.[Symbol.asyncDispose]();
    await reeve?.close();
  }, 60_000);

  test("each node tells its own status, and clients are told all addresses", async () => {
    const ids = new Set<unknown>();
    for (const node of [0, 1, 2]) {
      const status = await client.nodes.status({ node });
      expect(status).toMatchObject({ mode: "NORMAL", joined: true, token_count: 16, native_transport_running: true });
      ids.add(status.host_id);
    }
    expect(ids.size).toBe(3);
    expect((await client.connection.show()).nodes).toHaveLength(3);
  });

  test("a client writes on while all nodes are restarted one after another", { timeout: 700_000 }, async () => {
    const writer = rows.write();
    const before = pids();
    for (const node of NODES) {
      await walk.send("POST", `/reeve/v1/services/${NAME}/nodes/${node}/restart`);
    }
    await walk.quiet();
    expect(await writer.stop()).toEqual([]);
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
    expect(await rows.missing()).toEqual([]);
  });

  test("a replaced node keeps its place, and gets its rows from the others", { timeout: 700_000 }, async () => {
    const path = `/reeve/v1/services/${NAME}/nodes/node-2`;
    const volume = async () => ((await walk.send("GET", path)).body as { readonly volumes: unknown }).volumes;
    const [before, volumeBefore] = [await client.nodes.status({ node: 2 }), await volume()];
    const writer = rows.write();
    const asked = await walk.send("POST", `${path}/replace`);
    expect(asked.status, asked.text).toBe(200);
    await walk.quiet();
    await writer.stop();
    expect(await volume()).not.toEqual(volumeBefore);
    const { endpoint, host_id } = before;
    // A node that takes the place of one with its own address has that one's id, too.
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
    // At once, while the node that was killed is away or has only just come back.
    expect(await rows.missing(chosen)).toEqual([]);
    await walk.quiet();
    const failed = await writer.stop();
    console.log(`${chosen.length} of ${rows.acknowledged.length} rows read, ${failed.length} writes failed`);
  });
});

/** The processes of the nodes, by id. */
function pids(): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  for (const pid of readdirSync("/proc").filter((entry) => /^\d+$/.test(entry))) {
    const node = new RegExp(`-Dnode=${NAME}/(node-\\d+)-node\\0`).exec(commandLine(pid))?.[1];
    if (node !== undefined) found.set(node, Number(pid));
  }
  return found;
}

function commandLine(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8");
  } catch {
    return "";
  }
}

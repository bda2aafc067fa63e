import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type Reeve, startReeve } from "@reeve/service";
import { createWideColumnClient, type WideColumnClient } from "@reeve/wide-column-client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { walker } from "../walk.ts";
import { missingForCassandra, titled } from "./available.ts";
import { openRows, type Rows } from "./rows.ts";

const missing = await missingForCassandra();

/** Timeout in milliseconds. A node needs half a minute of processor time to start, which can be minutes on a busy machine. */
const LIMIT = 600_000;

const BACKUP = {
  backup_name: "nightly",
  external_location: "s3://backups",
  s3_access_key: "ACCESS-KEY",
  s3_secret_key: "SECRET-KEY",
};

describe.skipIf(missing !== undefined)(titled("a real database of one node", missing), () => {
  const state = mkdtempSync(join(tmpdir(), "reeve database "));
  let reeve: Reeve;
  let client: WideColumnClient;
  let rows: Rows;
  const quiet = () => walker(reeve, "cassandra", LIMIT).quiet();

  beforeAll(async () => {
    const settings = { NODE_COUNT: 1, NODE_MEM: 640 };
    reeve = await startReeve({ services: { cassandra: { kind: "wide-column", engine: "cassandra", settings } } }, { state });
    client = createWideColumnClient({ url: reeve.url, token: reeve.token, service: "cassandra" });
    await quiet();
    rows = await openRows((await client.connection.show()).nodes, 1);
    const writer = rows.write();
    while (rows.acknowledged.length < 200) await sleep(50);
    await writer.stop();
  }, LIMIT);
  afterAll(async () => {
    await rows?.[Symbol.asyncDispose]();
    await reeve?.close();
    rmSync(state, { recursive: true, force: true, maxRetries: 5 });
  }, LIMIT);

  test("shows the state of its node, and backs up what a driver has written", { timeout: LIMIT }, async () => {
    expect(await client.nodes.status({ node: 0 })).toMatchObject({ mode: "NORMAL", native_transport_running: true });
    await client.backup.start(BACKUP);
    await quiet();
    expect((await client.backups.show(BACKUP)).tables.map(({ table }) => table)).toContain("kept/rows");
    expect((await client.backups.verify(BACKUP)).problems).toEqual([]);
  });

  test("restarts its node, which keeps every acknowledged row", { timeout: LIMIT }, async () => {
    const launched = async () => (await client.nodes.show({ node: "node-0" })).tasks.map(({ taskId }) => taskId);
    const before = await launched();
    await client.nodes.restart({ node: "node-0" });
    await expect.poll(launched, { timeout: LIMIT, interval: 500 }).not.toEqual(before);
    await quiet();
    expect(await rows.missing()).toEqual([]);
  });
});

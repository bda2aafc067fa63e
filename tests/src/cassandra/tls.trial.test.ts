import { globSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type Reeve, startReeve } from "@reeve/service";
import { makeCertificates } from "@reeve/testing/certificates";
import { createWideColumnClient, type WideColumnClient } from "@reeve/wide-column-client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { walker } from "../walk.ts";
import { missingForCassandra, titled } from "./available.ts";
import { driverAt, openRows, type Rows } from "./rows.ts";

const missing = await missingForCassandra();

const LIMIT = 900_000;

const BACKUP = {
  backup_name: "nightly",
  external_location: "s3://backups",
  s3_access_key: "ACCESS-KEY",
  s3_secret_key: "SECRET-KEY",
};

describe.skipIf(missing !== undefined)(titled("a real database node with TLS for clients", missing), () => {
  const state = mkdtempSync(join(tmpdir(), "reeve database "));
  let reeve: Reeve;
  let client: WideColumnClient;
  let rows: Rows;
  let ca: string;
  const quiet = () => walker(reeve, "cassandra", LIMIT).quiet();

  beforeAll(async () => {
    const settings = { NODE_COUNT: 1, NODE_MEM: 640 };
    reeve = await startReeve(
      { services: { cassandra: { kind: "wide-column", engine: "cassandra", settings, clientTls: true } } },
      { state },
    );
    client = createWideColumnClient({ url: reeve.url, token: reeve.token, service: "cassandra" });
    await quiet();
    ca = await (await fetch(`${reeve.url}/reeve/v1/client-ca`)).text();
    rows = await openRows((await client.connection.show()).nodes, 1, "kept", ca);
  }, LIMIT);
  afterAll(async () => {
    await rows?.[Symbol.asyncDispose]();
    await reeve?.close();
    rmSync(state, { recursive: true, force: true, maxRetries: 5 });
  }, LIMIT);

  test("a driver that trusts the authority writes and reads, and the service makes a backup", {
    timeout: LIMIT,
  }, async () => {
    const writer = rows.write();
    while (rows.acknowledged.length < 100) await sleep(50);
    expect(await writer.stop()).toEqual([]);
    expect(await rows.missing()).toEqual([]);
    await client.backup.start(BACKUP);
    await quiet();
    expect((await client.backups.verify(BACKUP)).problems).toEqual([]);
  });

  test("drivers without TLS and drivers that trust another authority are refused", { timeout: LIMIT }, async () => {
    const { nodes } = await client.connection.show();
    const other = await makeCertificates("127.0.0.1");
    for (const trusted of [undefined, other.ca]) {
      const driver = driverAt(nodes, trusted);
      await expect(driver.connect()).rejects.toThrow(/All host/);
      await driver.shutdown();
    }
  });

  test("the key of a node is in a private file", () => {
    expect(readFileSync(reeve.services[0]?.clientTls?.caFile ?? "", "utf8")).toBe(ca);
    const files = globSync("**/etc/client-tls.pem", { cwd: state });
    expect(files.map((file) => statSync(join(state, file)).mode & 0o777)).toEqual([0o600]);
  });
});

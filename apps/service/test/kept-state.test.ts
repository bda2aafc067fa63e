import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { gunzipSync } from "node:zlib";
import type { DeployedConfiguration } from "@reeve/orchestrator";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Reeve, startReeve } from "../src/index.ts";

/** A state of version 1: three instances, a topic, a paused broker, and a custom plan. */
const rows = gunzipSync(readFileSync(join(import.meta.dirname, "kept/form-1.jsonl.gz")))
  .toString()
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line) as [owner: string, key: string, value: unknown]);

let state: string;
beforeEach(() => {
  state = mkdtempSync(join(tmpdir(), "reeve-kept-"));
  mkdirSync(join(state, "orchestrator"), { mode: 0o700 });
  using file = new DatabaseSync(databaseFile());
  file.exec(
    "CREATE TABLE entry (owner TEXT NOT NULL, key TEXT NOT NULL, value TEXT NOT NULL, PRIMARY KEY (owner, key)) WITHOUT ROWID; PRAGMA user_version = 1; BEGIN",
  );
  const put = file.prepare("INSERT INTO entry VALUES (?, ?, ?)");
  for (const [owner, key, value] of rows) put.run(owner, key, JSON.stringify(value));
  file.exec("COMMIT");
});
afterEach(() => rmSync(state, { recursive: true, force: true }));

const databaseFile = () => join(state, "orchestrator", "reeve.sqlite");

const configurationsOf = (instance: string) =>
  rows
    .filter(([owner, key]) => owner === `instance/${instance}` && key.startsWith("configuration/"))
    .map(([, , value]) => value as DeployedConfiguration);

async function read(reeve: Reeve, path: string): Promise<unknown> {
  const answer = await reeve.fetch(`${reeve.url}${path}`, { headers: { authorization: `token=${reeve.token}` } });
  return answer.json();
}

test("a state in the first format is migrated, and stays the same after another start", async () => {
  for (const _ of ["migrated", "as it is now"]) {
    await using reeve = await startReeve(undefined, { state, listen: false });
    const kafka = "/service/kafka/v1";
    expect(await read(reeve, `${kafka}/configurations`)).toEqual(configurationsOf("kafka").map(({ id }) => id));
    const [hdfs] = configurationsOf("hdfs");
    expect(await read(reeve, "/service/hdfs/v1/configurations/target")).toMatchObject({ "pod-specs": hdfs?.podSpecs });
    expect(await read(reeve, `${kafka}/topics`)).toEqual(["orders"]);
    for (const service of ["kafka", "hdfs"]) {
      expect(await read(reeve, `/service/${service}/v1/plans/deploy`)).toMatchObject({ status: "COMPLETE" });
    }
    expect(await read(reeve, "/service/hdfs/v1/plans/rolling-data")).toMatchObject({ status: "COMPLETE" });
    expect(await read(reeve, "/service/cassandra/v1/plan")).toMatchObject({ status: "COMPLETE" });
    expect(await read(reeve, `${kafka}/pod/broker-2/info`)).toEqual(
      expect.arrayContaining([expect.objectContaining({ info: expect.objectContaining({ name: "broker-2-node" }) })]),
    );
  }
  using file = new DatabaseSync(databaseFile(), { readOnly: true });
  expect(file.prepare("PRAGMA user_version").get()).toEqual({ user_version: 5 });
});

test("a definition sets the retention; one without it leaves it unchanged", async () => {
  const kafka = (BROKER_MEM: number) => ({ kind: "broker" as const, pace: 0, settings: { BROKER_MEM } });
  const folder = mkdtempSync(join(tmpdir(), "reeve-retention-"));
  const deployed = async (retention: object) => {
    await using reeve = await startReeve({ services: { kafka: kafka(1000) }, ...retention }, { state: folder, listen: false });
    for (const memory of [1001, 1002, 1003, 1004]) await reeve.deploy({ services: { kafka: kafka(memory) } });
    return (await read(reeve, "/service/kafka/v1/configurations")) as string[];
  };
  expect((await deployed({ retention: { configurations: 2 } })).length).toBeLessThan(4);
  expect((await deployed({})).length).toBeLessThan(4);
  await expect(startReeve({ retention: { audit: { megabytes: 0 } } }, { listen: false })).rejects.toThrow(
    "retention.audit.megabytes: expected an integer from 1 to 100000",
  );
  await expect(startReeve({ retention: { configurations: 0 } }, { listen: false })).rejects.toThrow(
    "retention.configurations: expected an integer from 1 to 100000",
  );
  rmSync(folder, { recursive: true });
});

import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { gunzipSync } from "node:zlib";
import { compareWithCopy, restoreFromCopy } from "@reeve/orchestrator";
import { expect, test } from "vitest";
import { type DefinitionInput, startReeve } from "../src/index.ts";
import { listCopies, makeCopy, orchestratorFolder } from "../src/state/copies.ts";
import { ask, complete, temporaryFolder, until } from "./running.ts";

const brokers = (count: number): DefinitionInput => ({
  services: { kafka: { kind: "broker", pace: 0, settings: { BROKER_COUNT: count } } },
});
const create = (topic: string) => `POST /service/kafka/v1/topics/${topic}?partitions=1&replication=1`;

/** Makes the state look as if another version had written it. */
const writtenBy = (state: string, version: string) => writeFileSync(join(state, "version"), `${version}\n`);

function databaseOf(state: string) {
  return new DatabaseSync(join(orchestratorFolder(state), "reeve.sqlite"));
}

test("a state in the first format can be read by its version again, with what engines wrote since", async () => {
  using folder = temporaryFolder();
  const state = folder.path;
  mkdirSync(orchestratorFolder(state), { mode: 0o700 });
  const rows = gunzipSync(readFileSync(join(import.meta.dirname, "kept/form-1.jsonl.gz")))
    .toString()
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as [owner: string, key: string, value: unknown]);
  {
    using file = databaseOf(state);
    file.exec(
      "CREATE TABLE entry (owner TEXT NOT NULL, key TEXT NOT NULL, value TEXT NOT NULL, PRIMARY KEY (owner, key)) WITHOUT ROWID; PRAGMA user_version = 1; BEGIN",
    );
    const put = file.prepare("INSERT INTO entry VALUES (?, ?, ?)");
    for (const [owner, key, value] of rows) put.run(owner, key, JSON.stringify(value));
    file.exec("COMMIT");
  }
  {
    await using reeve = await startReeve(undefined, { state, listen: false });
    expect(reeve.notes[0]).toMatch(/another version than the one before \(unknown\); its state is kept as /);
    expect((await ask(reeve, create("later"))).status).toBe(200);
  }
  const [copy] = listCopies(state);
  expect(copy).toMatchObject({ version: null, format: 1, before: "upgrade" });
  const instances = restoreFromCopy(orchestratorFolder(state), copy?.file ?? "");
  expect(instances.map(({ name, change }) => [name, change])).toEqual([
    ["cassandra", "restored"],
    ["hdfs", "restored"],
    ["kafka", "restored"],
  ]);
  {
    using file = databaseOf(state);
    expect(file.prepare("PRAGMA user_version").get()).toEqual({ user_version: 1 });
    // What the older version wrote of its configurations is there again as it was.
    const stored = file.prepare("SELECT owner, key, value FROM entry WHERE key LIKE 'configuration/%'").all();
    const before = rows.filter(([, key]) => key.startsWith("configuration/"));
    expect(stored.map(({ owner, key, value }) => [owner, key, JSON.parse(String(value))])).toEqual(before);
  }
  await using again = await startReeve(undefined, { state, listen: false });
  expect((await ask(again, "GET /service/kafka/v1/topics")).body).toEqual(["later", "orders"]);
  for (const service of ["kafka", "cassandra", "hdfs"]) await until(again, service, "deploy", complete);
});

test("the start of another version leaves a copy, of which the newest three are kept", async () => {
  using folder = temporaryFolder();
  const state = folder.path;
  const start = async () => (await startReeve(brokers(3), { state, listen: false })).close();
  await start();
  await start();
  expect(listCopies(state)).toEqual([]);
  for (const version of ["0.1.0", "0.2.0", "0.3.0", "0.4.0"]) {
    writtenBy(state, version);
    await start();
  }
  expect(listCopies(state).map(({ version }) => version)).toEqual(["0.4.0", "0.3.0", "0.2.0"]);
  expect(readFileSync(join(state, "version"), "utf8")).not.toContain("0.4.0");
});

test("topics, volumes and a replaced node of now stay, and a broker that the copy does not know is named", async () => {
  using folder = temporaryFolder();
  const state = folder.path;
  {
    await using reeve = await startReeve(brokers(3), { state, listen: false });
    await until(reeve, "kafka", "deploy", complete);
    await ask(reeve, create("before"));
  }
  const copy = makeCopy(state, "upgrade", Date.now());
  {
    await using reeve = await startReeve(undefined, { state, listen: false });
    await reeve.deploy(brokers(4));
    await until(reeve, "kafka", "deploy", complete);
    await ask(reeve, create("since"));
    await ask(reeve, "POST /reeve/v1/services/kafka/nodes/broker-1/replace");
    await until(reeve, "kafka", "recovery", complete);
  }
  const volumes = () => {
    using file = databaseOf(state);
    const found = file.prepare("SELECT key, value FROM entry WHERE key LIKE 'node/%' ORDER BY key").all();
    return Object.fromEntries(found.map(({ key, value }) => [key, JSON.parse(String(value)).volumes]));
  };
  const { "node/broker-3": left, ...kept } = volumes();
  expect(compareWithCopy(orchestratorFolder(state), copy.file)).toEqual([
    expect.objectContaining({
      name: "kafka",
      change: "restored",
      unknownNodes: [{ node: "broker-3", volumes: Object.values(left) }],
      goneNodes: [],
    }),
  ]);
  restoreFromCopy(orchestratorFolder(state), copy.file);
  expect(volumes()).toEqual(kept);
  await using again = await startReeve(undefined, { state, listen: false });
  expect((await ask(again, "GET /service/kafka/v1/topics")).body).toEqual(["before", "since"]);
  const nodes = (await ask(again, "GET /reeve/v1/services/kafka/nodes")).body as readonly { readonly node: string }[];
  expect(nodes.map(({ node }) => node)).toEqual(["broker-0", "broker-1", "broker-2"]);
  await until(again, "kafka", "deploy", complete);
});

test("a node that was launched with a configuration which the copy does not know gets that of the copy again", async () => {
  using folder = temporaryFolder();
  const state = folder.path;
  const withMemory = (BROKER_MEM: number): DefinitionInput => ({
    services: { kafka: { kind: "broker", pace: 0, settings: { BROKER_MEM } } },
  });
  {
    await using reeve = await startReeve(withMemory(2048), { state, listen: false });
    await until(reeve, "kafka", "deploy", complete);
  }
  const copy = makeCopy(state, "upgrade", Date.now());
  {
    await using reeve = await startReeve(undefined, { state, listen: false });
    await reeve.deploy(withMemory(4096));
    await until(reeve, "kafka", "deploy", complete);
  }
  restoreFromCopy(orchestratorFolder(state), copy.file);
  {
    using file = databaseOf(state);
    const read = (like: string): readonly { id: string; tasks: readonly { configuration: string }[] }[] =>
      file
        .prepare("SELECT value FROM entry WHERE owner LIKE 'instance/%' AND key LIKE ?")
        .all(like)
        .map(({ value }) => JSON.parse(String(value)));
    const ids = read("configuration/%").map(({ id }) => id);
    const used = read("node/%").flatMap(({ tasks }) => tasks.map(({ configuration }) => configuration));
    expect(ids).toHaveLength(1);
    expect(new Set(used)).toEqual(new Set(ids));
    // The nodes have ended meanwhile, as `reeve state restore` ends real ones.
    file.exec("DELETE FROM entry WHERE owner LIKE 'runtime/%' AND key LIKE 'task/%'");
  }
  await using again = await startReeve(undefined, { state, listen: false });
  await until(again, "kafka", "recovery", complete);
  const [node] = (await ask(again, "GET /reeve/v1/services/kafka/nodes")).body as readonly { readonly state: string }[];
  expect(node).toMatchObject({ node: "broker-0", state: "running" });
});

test("what a killed service has left half-written is deleted at the next start", async () => {
  using folder = temporaryFolder();
  const state = folder.path;
  await (await startReeve(brokers(3), { state, listen: false })).close();
  const whole = makeCopy(state, "upgrade", Date.now());
  mkdirSync(join(state, "copies", "unfinished"));
  writeFileSync(join(state, "settings.json.0123456789ab"), "{");
  await (await startReeve(undefined, { state, listen: false })).close();
  expect(readdirSync(join(state, "copies"))).toEqual([whole.name]);
  expect(readdirSync(state).filter((name) => name.startsWith("settings.json"))).toEqual(["settings.json"]);
});

test("a state in use is neither copied nor restored", async () => {
  using folder = temporaryFolder();
  await using _reeve = await startReeve(brokers(3), { state: folder.path, listen: false });
  expect(() => makeCopy(folder.path, "upgrade", 0)).toThrow(/is in use/);
  expect(() => restoreFromCopy(orchestratorFolder(folder.path), "/nowhere")).toThrow(/is in use/);
  expect(listCopies(folder.path)).toEqual([]);
  expect(existsSync(join(folder.path, "copies"))).toBe(false);
});

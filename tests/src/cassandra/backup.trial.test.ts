import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type Reeve, startReeve } from "@reeve/service";
import { createWideColumnClient, type WideColumnClient } from "@reeve/wide-column-client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { walker } from "../walk.ts";
import { missingForCassandra, titled } from "./available.ts";
import { type CountedStore, startCountedStore } from "./counted-store.ts";
import { partitionsOf } from "./partitions-of.ts";
import { driverAt, openRows, type Rows } from "./rows.ts";

const missing = await missingForCassandra();
const { signal } = new AbortController();

const instance = (nodes: number) => ({ kind: "wide-column", engine: "cassandra", settings: { NODE_COUNT: nodes, NODE_MEM: 640 } }) as const;

describe.skipIf(missing !== undefined)(titled("backups of real database nodes in a real object store", missing), () => {
  const state = mkdtempSync(join(tmpdir(), "reeve database "));
  let store: CountedStore;
  let reeve: Reeve;
  let rows: Rows;
  const of = (service: string): WideColumnClient => createWideColumnClient({ url: reeve.url, token: reeve.token, service });
  const quiet = (service: string) => walker(reeve, service, 1_200_000).quiet();
  const backup = (backup_name: string) => ({ backup_name, ...store.place });

  /** The tokens of all nodes. The first node of every cluster has the same tokens. */
  async function ringOf(service: string): Promise<ReadonlySet<string>> {
    const driver = driverAt(await reeve.addresses(service));
    await driver.connect();
    const tokens = driver.hosts.values().flatMap((host) => host.tokens ?? []);
    await driver.shutdown();
    return new Set(tokens.map(String));
  }

  async function backUp(service: string, name: string): Promise<void> {
    await of(service).backup.start(backup(name));
    await quiet(service);
  }

  async function restored(service: string, name: string, accepted: { accept?: "unsigned" } = {}): Promise<string> {
    await of(service).restore.start({ ...backup(name), ...accepted });
    const status = async () => (await of(service).restore.status()).status;
    await expect.poll(status, { timeout: 600_000 }).not.toBe("running");
    const { status: end, message } = await of(service).restore.status();
    return `${end} ${message}`.trim();
  }

  beforeAll(async () => {
    store = await startCountedStore();
    reeve = await startReeve(
      { objectStore: { endpoint: store.endpoint }, services: { source: instance(1), target: instance(1) } },
      { state },
    );
    await Promise.all([quiet("source"), quiet("target")]);
    rows = await openRows(await reeve.addresses("source"), 1);
    const writer = rows.write();
    while (rows.acknowledged.length < 300) await sleep(100);
    await writer.stop();
    // The database describes a dropped column with statements of its own.
    const driver = driverAt(await reeve.addresses("source"));
    await driver.execute("ALTER TABLE kept.rows ADD gone text");
    await driver.execute("ALTER TABLE kept.rows DROP gone");
    await driver.execute("ALTER TABLE kept.rows ADD gone text");
    await driver.execute("CREATE KEYSPACE unused WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}");
    await driver.shutdown();
  }, 1_500_000);
  afterAll(async () => {
    await rows?.[Symbol.asyncDispose]();
    await reeve?.close();
    await store?.[Symbol.asyncDispose]();
    rmSync(state, { recursive: true, force: true, maxRetries: 5 });
  }, 60_000);

  test("a second backup of the same data sends no file again", { timeout: 600_000 }, async () => {
    await backUp("source", "nightly");
    const files = await store.files();
    expect(files.length).toBeGreaterThan(4);
    const sent = () => new Set(store.asked.filter((each) => /^(?:PUT|POST) \/backups\/~files\//.test(each))).size;
    expect(sent()).toBe(files.length);
    store.asked.length = 0;
    await backUp("source", "second");
    expect(sent()).toBe(0);
    expect(await store.files()).toEqual(files);
    await expect(of("source").backup.start(backup("nightly"))).rejects.toThrow(/exists already/);
  });

  test("verify and restore name a file that is damaged or missing", { timeout: 600_000 }, async () => {
    const [file = ""] = await store.files();
    const content = Buffer.from((await store.bucket.get(file, signal)) ?? []);
    const damaged = Buffer.from(content);
    damaged.writeUInt8(255 - damaged.readUInt8(0), 0);
    const { backups } = of("source");
    await store.bucket.put(file, damaged, signal);
    await expect(backups.verify(backup("nightly"))).rejects.toThrow(new RegExp(`is damaged .${file}`));
    expect(await restored("target", "nightly")).toMatch(/^failed .*kept\/rows\/.* of the backup nightly is damaged/);
    // The next backup of the same data stores the damaged file again.
    await backUp("source", "repairing");
    expect((await backups.verify(backup("nightly"))).problems).toEqual([]);
    await backups.delete(backup("repairing"));
    await store.bucket.delete(file, signal);
    await expect(backups.verify(backup("nightly"))).rejects.toThrow(new RegExp(`is missing .${file}`));
    expect(await restored("target", "nightly")).toMatch(/^failed .*kept\/rows\/.* of the backup nightly is missing/);
    await store.bucket.put(file, content, signal);
    expect((await backups.verify(backup("nightly"))).problems).toEqual([]);
  });

  test("a changed backup is refused, and one from before the signatures needs to be accepted; then every row is back", {
    timeout: 600_000,
  }, async () => {
    const key = "nightly/manifest.json";
    const manifest = JSON.parse(String(Buffer.from((await store.bucket.get(key, signal)) ?? [])));
    const put = (content: unknown) => store.bucket.put(key, Buffer.from(JSON.stringify(content)), signal);
    await put({ ...manifest, nodes: [] });
    const refused = () => of("target").restore.start(backup("nightly")).catch(String);
    // The other steps of the restore that has failed before may still be running.
    await expect.poll(refused).toMatch(/changed after it had been signed/);
    const { signature: _, key_spaces, ...older } = manifest;
    expect(key_spaces).toEqual(["kept", "unused"]);
    await put(older);
    await expect(of("target").restore.start(backup("nightly"))).rejects.toThrow(/not signed/);
    expect(await restored("target", "nightly", { accept: "unsigned" })).toBe("complete");
    await put(manifest);
    await using again = await openRows(await reeve.addresses("target"), 1);
    expect(await again.compare()).toMatchObject({ equal: rows.acknowledged.length, other: [] });
    await expect(of("target").restore.start(backup("nightly"))).rejects.toThrow(/holds other data in kept/);
  });

  test("backups are listed, verified and deleted, except for files that another backup needs", {
    timeout: 600_000,
  }, async () => {
    const { backups } = of("source");
    const listed = await backups.list(store.place);
    expect(listed.map((each) => each.backup_name)).toEqual(["second", "nightly"]);
    const software = expect.stringMatching(/^cassandra /);
    expect(listed[0]).toMatchObject({ status: "complete", service: "source", nodes: 1, software });
    expect((await backups.show(backup("nightly"))).tables.map(({ table }) => table)).toContain("kept/rows");
    const files = await store.files();
    expect(await backups.delete(backup("nightly"))).toMatchObject({ left: null });
    expect(await store.files()).toEqual(files);
    expect((await backups.verify(backup("second"))).problems).toEqual([]);
    await backups.delete(backup("second"));
    expect(await store.bucket.list("", signal)).toEqual([]);
  });

  test("a cleanup and a repair of unknown tables are refused, and others complete", { timeout: 600_000 }, async () => {
    const { cleanup, repair } = of("source");
    await expect(cleanup.start({ nodes: ["*"], key_spaces: ["keptt"] })).rejects.toThrow(/kept\?/);
    await expect(repair.start({ nodes: [7] })).rejects.toThrow(/no node node-7/);
    await cleanup.start({ nodes: ["*"], key_spaces: ["kept"], column_families: ["rows"] });
    await quiet("source");
    await repair.start({ nodes: ["node-0"] });
    await quiet("source");
    expect(await rows.missing()).toEqual([]);
  });

  test("a backup of a grown cluster is restored into a cluster with other tokens", { timeout: 1_800_000 }, async () => {
    const services = { source: instance(2), larger: instance(2) };
    await reeve.deploy({ objectStore: { endpoint: store.endpoint }, services }, { remove: true });
    await Promise.all([quiet("source"), quiet("larger")]);
    await expect(of("larger").restore.start(backup("none"))).rejects.toThrow(/no complete backup called none/);
    await backUp("source", "grown");
    expect(await ringOf("larger")).not.toEqual(await ringOf("source"));
    expect(await restored("larger", "grown")).toBe("complete");
    await using again = await openRows(await reeve.addresses("larger"), 1);
    expect(await again.compare()).toMatchObject({ equal: rows.acknowledged.length, other: [] });
    // Every node got all files, and the cleanup has deleted the rows that do not belong to the node.
    const held = await Promise.all([0, 1].map((node) => partitionsOf(of("larger"), node)));
    expect(Math.max(...held)).toBeLessThan(rows.acknowledged.length);
  });
});

import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
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

const BACKUP = {
  backup_name: "nightly",
  external_location: "s3://backups",
  s3_access_key: "ACCESS-KEY",
  s3_secret_key: "SECRET-KEY",
};

describe.skipIf(missing !== undefined)(titled("backups of real database nodes", missing), () => {
  const state = mkdtempSync(join(tmpdir(), "reeve database "));
  const bucket = join(state, "object-store", "backups");
  let reeve: Reeve;
  let rows: Rows;
  const of = (service: string): WideColumnClient =>
    createWideColumnClient({ url: reeve.url, token: reeve.token, service });
  const quiet = (service: string) => walker(reeve, service, 1_200_000).quiet();

  beforeAll(async () => {
    const instance = { kind: "wide-column", engine: "cassandra", settings: { NODE_COUNT: 1, NODE_MEM: 640 } } as const;
    reeve = await startReeve({ services: { source: instance, target: instance } }, { state });
    await Promise.all([quiet("source"), quiet("target")]);
    rows = await openRows(await reeve.addresses("source"), 1);
    const writer = rows.write();
    while (rows.acknowledged.length < 300) await sleep(100);
    await writer.stop();
  }, 1_500_000);
  afterAll(async () => {
    await rows?.[Symbol.asyncDispose]();
    await reeve?.close();
    rmSync(state, { recursive: true, force: true, maxRetries: 5 });
  }, 60_000);

  test("a second backup of the same data sends no file again", { timeout: 120_000 }, async () => {
    await of("source").backup.start(BACKUP);
    await quiet("source");
    const files = filesOf(bucket);
    expect(files.length).toBeGreaterThan(4);
    await of("source").backup.start({ ...BACKUP, backup_name: "second" });
    await quiet("source");
    expect(filesOf(bucket)).toEqual(files);
    await expect(of("source").backup.start(BACKUP)).rejects.toThrow(/exists already/);
  });

  test("a damaged file is named, and is not put into the database", { timeout: 120_000 }, async () => {
    const [file = ""] = filesOf(bucket);
    const content = readFileSync(file);
    writeFileSync(file, Buffer.from(content).fill(0, 0, 1));
    if (content[0] === 0) writeFileSync(file, Buffer.from(content).fill(1, 0, 1));
    await of("target").restore.start(BACKUP);
    await expect.poll(async () => (await of("target").restore.status()).status, { timeout: 60_000 }).toBe("failed");
    expect((await of("target").restore.status()).message).toMatch(/kept\/rows\/.* of the backup nightly is damaged/);
    writeFileSync(file, content);
  });

  test("a restore into a new cluster brings back every row", { timeout: 200_000 }, async () => {
    await of("target").restore.start(BACKUP);
    const status = async () => (await of("target").restore.status()).status;
    await expect.poll(status, { timeout: 150_000 }).not.toBe("running");
    expect(await of("target").restore.status()).toEqual({ status: "complete", message: "" });
    await using restored = await openRows(await reeve.addresses("target"), 1);
    expect(await restored.missing(rows.acknowledged)).toEqual([]);
    await expect(of("target").restore.start(BACKUP)).rejects.toThrow(/holds other data in kept/);
  });

  test("backups are listed, verified and deleted; what another one needs stays", { timeout: 120_000 }, async () => {
    const { backup_name, ...place } = BACKUP;
    const { backups } = of("source");
    const listed = await backups.list(place);
    expect(listed.map((each) => each.backup_name)).toEqual(["second", backup_name]);
    expect(listed[0]).toMatchObject({
      status: "complete",
      service: "source",
      nodes: 1,
      software: expect.stringMatching(/^cassandra /),
    });
    expect((await backups.show(BACKUP)).tables.map(({ table }) => table)).toContain("kept/rows");
    expect((await backups.verify(BACKUP)).problems).toEqual([]);
    const files = filesOf(bucket);
    expect(await backups.delete(BACKUP)).toMatchObject({ left: null });
    expect(filesOf(bucket)).toEqual(files);
    expect((await backups.verify({ ...BACKUP, backup_name: "second" })).problems).toEqual([]);
    const [file = ""] = files;
    rmSync(file);
    await expect(backups.verify({ ...BACKUP, backup_name: "second" })).rejects.toThrow(/node-0 .* is missing/);
    await backups.delete({ ...BACKUP, backup_name: "second" });
    expect(readdirSync(bucket)).toEqual([]);
  });

  test("a cleanup and a repair of what does not exist are refused, others end", { timeout: 120_000 }, async () => {
    const { cleanup, repair } = of("source");
    await expect(cleanup.start({ nodes: ["*"], key_spaces: ["keptt"] })).rejects.toThrow(/kept\?/);
    await expect(repair.start({ nodes: [7] })).rejects.toThrow(/no node node-7/);
    await cleanup.start({ nodes: ["*"], key_spaces: ["kept"], column_families: ["rows"] });
    await quiet("source");
    await repair.start({ nodes: ["node-0"] });
    await quiet("source");
    expect(await rows.missing()).toEqual([]);
  });
});

/** The files of all backups in a bucket. */
function filesOf(folder: string): readonly string[] {
  const files = join(folder, "~files");
  return readdirSync(files, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .sort();
}

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { keyFilesInMemory } from "@reeve/backups";
import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { type Database, database, rowCounts, up } from "./database.ts";
import { checked, runPlan } from "./run-plan.ts";

const folder = mkdtempSync(join(tmpdir(), "reeve-backup-"));
const objectStore = { folder };
const keyFiles = keyFilesInMemory();
const { signal } = new AbortController();
afterAll(() => rmSync(folder, { recursive: true }));

const request = (backup_name: string) => ({
  backup_name,
  external_location: "s3://backups",
  s3_access_key: "ACCESS",
  s3_secret_key: "SECRET",
});

async function backUp(opened: Database, name: string) {
  const plan = await opened.cluster.administration.backup(request(name));
  return { plan, steps: await runPlan(opened.cluster, plan) };
}

const tokens = async ({ nodes, cluster }: Database) =>
  Promise.all(nodes().map(async ({ id }) => (await cluster.administration.status(id)).token_count));

test("a backup is restored into another cluster, row by row", async () => {
  const [from, to] = [await database(3, { objectStore, keyFiles }), await database(3, { objectStore, keyFiles })];
  const counts = await rowCounts(from);
  expect(await rowCounts(to)).not.toEqual(counts);
  const { plan, steps } = await backUp(from, "nightly");
  expect(plan.phases.map(({ name }) => name)).toEqual(["Snapshot", "Upload", "BackupSchema"]);
  expect(plan.request).toEqual({ backup_name: "nightly", external_location: "s3://backups" });
  expect(JSON.stringify(plan.phases)).not.toMatch(/SECRET|ACCESS/);
  expect(steps.get("BackupSchema BackupSchema")).toMatch("on this machine, because no endpoint of an object store is set");
  expect([...from.engineStore.entries("snapshot/")]).toEqual([]);

  const restored = await to.cluster.administration.restore(request("nightly"));
  expect(restored.phases.map(({ name }) => name)).toEqual(["Download", "Restore"]);
  await runPlan(to.cluster, restored);
  expect(await rowCounts(to)).toEqual(counts);
  expect(await tokens(to)).toEqual([16, 16, 16]);
  expect([...to.engineStore.entries("staged/")]).toEqual([]);
  // After a restart of the service, the restore may be requested again. Then its last step changes nothing.
  await runPlan(to.cluster, restored, { skip: (step) => !step.startsWith("Restore ") });
  await to.close();
  const again = await to.reopen();
  expect(await rowCounts(again)).toEqual(counts);
  const stepsAgain = await runPlan(again.cluster, await again.cluster.administration.repair({ nodes: ["*"] }));
  expect(stepsAgain.get("Repair node-0")).toMatch("demo.users: 0 rows");
  await again.close();
  await from.close();
});

test("any cluster content is the same after a backup and a restore", async () => {
  let name = 0;
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 4 }), fc.integer(), async (nodes, seed) => {
      const chance = fc.sample(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), { numRuns: 200, seed });
      let at = 0;
      const random = () => chance[at++ % chance.length] ?? 0;
      const [from, to] = [await database(nodes, { objectStore, keyFiles, random }), await database(nodes, { objectStore, keyFiles })];
      const backup = `law-${name++}`;
      await backUp(from, backup);
      await runPlan(to.cluster, await to.cluster.administration.restore(request(backup)));
      expect([...to.engineStore.entries("rows/")]).toEqual([...from.engineStore.entries("rows/")]);
      await from.close();
      await to.close();
    }),
    { numRuns: 8 },
  );
});

test("an incomplete or damaged backup is refused, and nothing of it is restored", async () => {
  const [from, to] = [await database(2, { objectStore, keyFiles }), await database(2, { objectStore, keyFiles })];
  const counts = await rowCounts(to);
  const plan = await from.cluster.administration.backup(request("half"));
  await runPlan(from.cluster, plan, { skip: (step) => step.startsWith("BackupSchema") });
  await expect(checked(to.cluster.administration.restore(request("half")))).rejects.toMatchObject({
    code: "bad-input",
    message: expect.stringContaining("there is no complete backup called half"),
  });
  await runPlan(from.cluster, plan);

  const file = join(folder, "backups/half/node-1/demo/orders.jsonl");
  const whole = readFileSync(file);
  writeFileSync(file, whole.subarray(0, -3));
  const restore = await to.cluster.administration.restore(request("half"));
  await expect(runPlan(to.cluster, restore)).rejects.toThrow(
    "node-1/demo/orders.jsonl of the backup half is damaged: its checksum differs",
  );
  expect(await rowCounts(to)).toEqual(counts);
  await expect(runPlan(to.cluster, restore, { skip: (step) => !step.startsWith("Restore ") })).rejects.toThrow("start the restore again");
  writeFileSync(file, whole);
  await runPlan(to.cluster, restore, { skip: (step) => step.startsWith("Restore ") });
  await to.stop("node-1");
  const lastStep = { skip: (step: string) => !step.startsWith("Restore ") };
  await expect(runPlan(to.cluster, restore, lastStep)).rejects.toThrow("nothing was restored: node-1 is UNKNOWN");
  await up(to, "node-1");
  // Meanwhile, clients have written to the other node.
  await expect(runPlan(to.cluster, restore, lastStep)).rejects.toThrow("test holds other data in demo");
  const fresh = await database(2, { objectStore, keyFiles });
  await runPlan(fresh.cluster, await fresh.cluster.administration.restore(request("half")));
  expect(await rowCounts(fresh)).toEqual(await rowCounts(from));
  await fresh.close();
  await from.close();
  await to.close();
});

test("a restore needs a new cluster: what clients have written is never replaced", async () => {
  const [from, to] = [await database(2, { objectStore, keyFiles }), await database(2, { objectStore, keyFiles })];
  await backUp(from, "monday");
  const restore = (into: Database, name: string) => checked(into.cluster.administration.restore(request(name)));
  await runPlan(to.cluster, await restore(to, "monday"));
  await to.close();
  const again = await to.reopen();
  // The same rows can be restored again, because nothing is lost.
  await runPlan(again.cluster, await restore(again, "monday"));
  await backUp(again, "the-same");
  await runPlan(again.cluster, await restore(again, "the-same"));
  await from.stop("node-0");
  await up(from, "node-0");
  await backUp(from, "tuesday");
  await expect(restore(again, "tuesday")).rejects.toMatchObject({
    code: "conflict",
    message:
      "test holds other data in demo; add a new service with 2 nodes to the definition, restore tuesday into that service, compare the data, and switch your clients to it",
  });
  await again.stop("node-0");
  await up(again, "node-0");
  await again.close();
  const later = await again.reopen();
  await expect(restore(later, "monday")).rejects.toMatchObject({ code: "conflict" });
  await later.close();
  await from.close();
});

test("a backup of another number of nodes is refused; the message names both numbers", async () => {
  const [from, to] = [await database(2, { objectStore, keyFiles }), await database(3, { objectStore, keyFiles })];
  await backUp(from, "two");
  await expect(checked(to.cluster.administration.restore(request("two")))).rejects.toMatchObject({
    code: "conflict",
    message: "the backup two has the data of 2 nodes, but this cluster has 3; restore it into a cluster of 2 nodes",
  });
  await from.close();
  await to.close();
});

test("a backup never overwrites another one, and resumes where it was interrupted", async () => {
  const opened = await database(2, { objectStore, keyFiles });
  const { plan } = await backUp(opened, "once");
  await expect(checked(opened.cluster.administration.backup(request("once")))).rejects.toMatchObject({
    code: "conflict",
    message: expect.stringContaining("a backup called once exists already"),
  });
  await expect(backUp(opened, "once")).rejects.toMatchObject({
    code: "conflict",
    message: expect.stringContaining("a backup called once exists already"),
  });
  await runPlan(opened.cluster, plan, { skip: (step) => !step.startsWith("BackupSchema") });
  await opened.close();
});

test("with a number of backups to keep, a backup ends with the deletion of older ones", async () => {
  const opened = await database(1, { objectStore, keyFiles }, { backups: { keep: 1 } });
  const { administration } = opened.cluster;
  const query = (name: string) => ({ ...request(name), external_location: "s3://kept" });
  await runPlan(opened.cluster, await administration.backup(query("first")));
  const plan = await administration.backup(query("second"));
  const steps = await runPlan(opened.cluster, plan);
  expect(plan.phases.at(-1)?.name).toBe("Retention");
  expect(JSON.stringify(plan.phases)).not.toMatch(/SECRET|ACCESS/);
  expect(steps.get("Retention Retention")).toMatch(/^deleted first: \d+ objects, \d+ bytes$/);
  const { backup_name, ...place } = query("second");
  expect(await administration.backups.list(place, signal)).toMatchObject([{ backup_name, status: "complete" }]);
  expect(await administration.backups.verify(query("second"), signal)).toMatchObject({ problems: [] });
  await opened.close();
});

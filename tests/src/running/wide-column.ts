import { createWideColumnClient, isReeveError, outcomeOf, type WideColumnClient } from "@reeve/wide-column-client";
import { wideColumnApi } from "@reeve/wide-column-models";
import { expect } from "vitest";
import { type Cluster, FAST, often, SLOW } from "./cluster.ts";
import type { Ledger, Page } from "./ledger.ts";
import { useOwnNodes } from "./nodes.ts";
import { interruptAndGoOn, seeDeployed } from "./plans.ts";

const keys = { s3_access_key: "ACCESS-CANARY", s3_secret_key: "SECRET-CANARY" };
const backup = { backup_name: "nightly", external_location: "s3://backups", ...keys };

/** Exports the service's own key, and imports and removes another one. */
async function useBackupKeys({ asked }: Page, { backupKeys }: WideColumnClient): Promise<void> {
  const own = await asked("backupKeys.export", backupKeys.export(), ({ name }) => expect(name).toBe("cassandra"));
  const [first] = await asked("backupKeys.list", backupKeys.list(), (keys) => expect(keys).toHaveLength(1));
  expect(first).toEqual({ ...own, own: true, imported_at: null });
  const old = { name: "old-cluster", public_key: "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a" };
  await asked("backupKeys.import", backupKeys.import(old), ([, key]) => expect(key).toMatchObject({ ...old, own: false }));
  await expect(backupKeys.import(own)).rejects.toSatisfy((error) => isReeveError(error, "conflict"));
  await asked("backupKeys.remove", backupKeys.remove({ name: old.name }), (keys) => expect(keys).toEqual([first]));
}

/** Calls every operation of the database. A second database is for restores. */
export async function runW1(cluster: Cluster, ledger: Ledger, access: string): Promise<void> {
  const page = ledger.page(wideColumnApi, "W1", access);
  const { asked, onAnswer } = page;
  const database = createWideColumnClient({ ...cluster.reach, service: "cassandra", onAnswer });
  const copy = createWideColumnClient({ ...cluster.reach, service: "copy", onAnswer });
  const started = ({ status }: { readonly status: string }) => expect(status).toBe("started");
  await seeDeployed(page, database.plans);
  await asked("connection.show", database.connection.show(), ({ nodes }) => expect(nodes).toHaveLength(3));
  await asked("nodes.status", database.nodes.status({ node: 0 }), ({ mode }) => expect(mode).toBe("NORMAL"));
  const info = await asked("nodes.info", database.nodes.info({ node: "node-1" }), ({ name, state }) =>
    expect([name, state]).toEqual(["node-1", "TASK_RUNNING"]),
  );
  expect(await database.nodes.info({ node: 1 })).toEqual(info);
  await expect(database.nodes.status({ node: 9 })).rejects.toSatisfy((error) => isReeveError(error, "not-found"));

  await cluster.change("cassandra", { pace: SLOW, settings: { NODE_MEM: 4096 } });
  await interruptAndGoOn(page, database.plans, () => cluster.change("cassandra", { pace: FAST }));

  await useOwnNodes(page, database.nodes, "node-2");
  await asked("cleanup.start", database.cleanup.startAndWait({ nodes: ["*"] }, often), started);
  await asked("repair.start", database.repair.startAndWait({ nodes: [0, "node-2"], key_spaces: ["demo"] }, often), started);
  const none = database.repair.start({ nodes: ["*"], key_spaces: ["nothing"] });
  await expect(none).rejects.toSatisfy((error) => isReeveError(error, "bad-input"));

  await seeDeployed(page, copy.plans);
  expect(await copy.restore.status()).toEqual({ status: "none", message: "" });
  const missing = await copy.restore.startAndWait(backup, often).catch((error) => error);
  expect(isReeveError(missing)).toBe(true);
  await asked("backup.start", database.backup.startAndWait(backup, often), started);
  const rows = async (of: typeof database) => {
    const all = await Promise.all([0, 1, 2].map((node) => of.nodes.info({ node })));
    return all.map((node) => (node as { readonly key_spaces?: unknown }).key_spaces);
  };
  expect(await rows(copy)).not.toEqual(await rows(database));
  await asked("restore.start", copy.restore.startAndWait(backup, often), started);
  const { backup_name, ...place } = backup;
  await asked("backups.list", database.backups.list(place), (listed) => {
    expect(listed).toMatchObject([{ backup_name, status: "complete", service: "cassandra", nodes: 3 }]);
  });
  await asked("backups.show", database.backups.show(backup), ({ parts, bytes }) => {
    expect(parts.map(({ node }) => node)).toEqual(["node-0", "node-1", "node-2"]);
    expect(bytes).toBeGreaterThan(0);
  });
  await asked("backups.verify", database.backups.verify(backup), ({ files, problems }) => {
    expect(files).toBeGreaterThan(3);
    expect(problems).toEqual([]);
  });
  await useBackupKeys(page, database);
  await asked("backups.delete", copy.backups.delete(backup), ({ left }) => expect(left).toBeNull());
  expect(await database.backups.list(place)).toEqual([]);
  await expect(database.backups.verify(backup)).rejects.toSatisfy((error) => isReeveError(error, "not-found"));
  await asked("maintenance.list", database.maintenance.list(), (history) => {
    expect(history.map(({ name, status }) => `${name} ${status}`)).toEqual(["backup COMPLETE", "repair COMPLETE", "cleanup COMPLETE"]);
    expect(JSON.stringify(history)).not.toContain("CANARY");
  });
  await asked("restore.status", copy.restore.status(), ({ status }) => expect(status).toBe("complete"));
  expect(await rows(copy)).toEqual(await rows(database));
  expect(await copy.restore.wait(often)).toEqual({ status: "complete", message: "" });

  await cluster.change("cassandra", { pace: SLOW });
  await database.repair.start({ nodes: ["*"] });
  const busy = await database.repair.startAndWait({ nodes: ["*"] }, often).catch((error) => error);
  expect([isReeveError(busy, "conflict"), outcomeOf(busy)]).toEqual([true, undefined]);
  await cluster.change("cassandra", { pace: FAST });
  await database.plans.wait({}, often);
}

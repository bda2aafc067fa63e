import { cpSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startReeve } from "@reeve/service";
import { createWideColumnClient, isReeveError } from "@reeve/wide-column-client";
import { expect, onTestFinished, test } from "vitest";
import { walker } from "./walk.ts";

const keys = { s3_access_key: "ACCESS-CANARY", s3_secret_key: "SECRET-CANARY" };
const place = { external_location: "s3://backups", ...keys };
const nightly = { backup_name: "nightly", ...place };

test("a service lists, shows, verifies and deletes backups, and stores no keys", async () => {
  const state = mkdtempSync(join(tmpdir(), "backups-"));
  const definition = { kind: "wide-column", pace: 0, settings: { NODE_COUNT: 2 } } as const;
  const lines: string[] = [];
  const reeve = await startReeve({ services: { shop: definition } }, { state, log: (line) => lines.push(line) });
  onTestFinished(async () => {
    await reeve.close();
    rmSync(state, { recursive: true, force: true });
  });
  const { quiet } = walker(reeve, "shop");
  const { backup, backups, restore } = createWideColumnClient({ url: reeve.url, token: reeve.token, service: "shop" });
  await quiet();
  expect(await backups.list(place)).toEqual([]);
  await backup.start(nightly);
  await quiet();
  expect(await backups.list(place)).toMatchObject([
    { backup_name: "nightly", status: "complete", service: "shop", nodes: 2, created: expect.stringMatching(/Z$/) },
  ]);
  const { parts, files, bytes } = await backups.show(nightly);
  expect(parts.map(({ node }) => node)).toEqual(["node-0", "node-1"]);
  expect(await backups.verify(nightly)).toMatchObject({ files, bytes, problems: [] });

  const file = join(state, "object-store/backups/nightly/node-1/demo/users.jsonl");
  rmSync(file);
  const damaged = await backups.verify(nightly).catch((error: unknown) => error);
  expect(isReeveError(damaged, "conflict")).toBe(true);
  expect(String(damaged)).toContain("node-1/demo/users.jsonl is missing");

  expect(await backups.delete(nightly)).toMatchObject({ backup_name: "nightly", left: null });
  expect(await backups.list(place)).toEqual([]);
  for (const find of [backups.show, backups.verify, backups.delete]) {
    await expect(find(nightly)).rejects.toSatisfy((error) => isReeveError(error, "not-found"));
  }
  await expect(restore.start(nightly)).rejects.toThrow(/no complete backup called nightly/);
  expect(lines.join("\n")).not.toContain("CANARY");
});

test("another cluster restores a backup only after the key was imported or the backup was accepted", async () => {
  const folder = mkdtempSync(join(tmpdir(), "signed-backups-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const services = { shop: { kind: "wide-column", pace: 0, settings: { NODE_COUNT: 1 } } } as const;
  const started = async (name: string) => {
    const state = join(folder, name);
    const reeve = await startReeve({ services }, { state, log: () => undefined });
    const { quiet } = walker(reeve, "shop");
    await quiet();
    const client = createWideColumnClient({ url: reeve.url, token: reeve.token, service: "shop" });
    return { state, reeve, client, quiet };
  };
  const old = await started("old");
  await old.client.backup.start(nightly);
  await old.quiet();
  expect((await old.client.maintenance.list())[0]?.place).toBe(
    `the folder ${join(old.state, "object-store/backups")} on this machine, because no endpoint of an object store is set`,
  );
  const key = await old.client.backupKeys.export();
  expect(statSync(join(old.state, "backup-signing-key.pem")).mode & 0o777).toBe(0o600);
  await old.reeve.close();
  const again = await started("old");
  expect(await again.client.backupKeys.export()).toEqual(key);
  expect(await again.client.backups.list(place)).toMatchObject([{ signature: "own", signed_with: key.public_key }]);
  await again.reeve.close();

  const fresh = await started("fresh");
  onTestFinished(() => fresh.reeve.close());
  cpSync(join(old.state, "object-store"), join(fresh.state, "object-store"), { recursive: true });
  const { backups, restore, backupKeys } = fresh.client;
  const foreign = `signed with a key that this service does not know, ${key.public_key}`;
  await expect(restore.start(nightly)).rejects.toThrow(foreign);
  await expect(backups.verify(nightly)).rejects.toThrow(foreign);
  expect(await backups.verify({ ...nightly, accept: "unsigned" })).toMatchObject({ problems: [] });
  await backupKeys.import(key);
  expect(await backups.verify(nightly)).toMatchObject({ problems: [] });

  const manifest = join(fresh.state, "object-store/backups/nightly/manifest.json");
  const signed = JSON.parse(readFileSync(manifest, "utf8"));
  writeFileSync(manifest, JSON.stringify({ ...signed, service: "other" }));
  await expect(restore.start({ ...nightly, accept: "unsigned" })).rejects.toThrow("changed after it had been signed");
  const { signature: _, ...unsigned } = signed;
  writeFileSync(manifest, JSON.stringify(unsigned));
  await expect(restore.start(nightly)).rejects.toThrow("is not signed");
  await restore.start({ ...nightly, accept: "unsigned" });
  await fresh.quiet();
  expect(await restore.status()).toEqual({ status: "complete", message: "" });
  expect((await fresh.client.maintenance.list())[0]?.request).toMatchObject({ accept: "unsigned" });
});

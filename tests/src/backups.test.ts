import { mkdtempSync, rmSync } from "node:fs";
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

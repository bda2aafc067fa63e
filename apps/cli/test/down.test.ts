import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeHome, reeve } from "./command-line.ts";

test("real data is named with its size, and --yes alone does not remove it", async () => {
  using home = makeHome();
  const state = join(home.folder, "reeve/state");
  const volume = join(state, "nodes/kafka/volumes/broker-0__1");
  mkdirSync(volume, { recursive: true });
  writeFileSync(join(volume, "0.log"), "x".repeat(2048));
  writeFileSync(join(state, "service.log"), "");
  const refused = await reeve(home, "down --purge --yes");
  expect(refused).toMatchObject({
    code: 2,
    err: expect.stringMatching(/real nodes, kafka \([\d.]+ KiB\).*--force-data-loss/s),
  });
  expect(existsSync(volume)).toBe(true);
  expect(await reeve(home, "down --purge --yes --force-data-loss")).toMatchObject({ code: 0 });
  expect(existsSync(state)).toBe(false);
});

test("a folder that also holds profiles is not removed", async () => {
  using home = makeHome();
  const folder = join(home.folder, "reeve");
  const add = "profiles add prod --url https://prod.example --service broker=kafka";
  expect(await reeve(home, add)).toMatchObject({ code: 0 });
  writeFileSync(join(folder, "service.log"), "");
  expect(await reeve(home, ["down", "--purge", "--yes", "--state", folder])).toMatchObject({
    code: 7,
    err: expect.stringContaining("also holds profiles and logins, so nothing was removed"),
  });
  expect(await reeve(home, "profiles list -o name")).toMatchObject({ code: 0, out: "prod\n" });
});

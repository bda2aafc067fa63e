import { createHash } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { memoryStore } from "@reeve/laws";
import fc from "fast-check";
import { expect, onTestFinished, test } from "vitest";
import { contentKey, describeFile } from "../layout/manifest.ts";
import { objectStores } from "../object-store/open-object-store.ts";
import { isDue, markDamaged, reuseOf } from "./reuse.ts";

const { signal } = new AbortController();
const DAY = 86_400_000;
const START = Date.parse("2026-03-01T00:00:00Z");

async function opened() {
  const folder = mkdtempSync(join(tmpdir(), "reuse-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const place = await objectStores({ folder })("s3://backups", { accessKey: "", secretKey: "" });
  const file = describeFile("", Buffer.from("content"));
  await place.put(contentKey(file), Buffer.from("content"), signal);
  const store = memoryStore();
  const on = (day: number) => reuseOf({ place, store, node: "node-0", now: START + day * DAY, signal });
  return { place, file, on };
}

test("a damaged file of the same size is noticed within two weeks of daily backups", async () => {
  const { place, file, on } = await opened();
  expect(await (await on(0)).isStored(file)).toBe(true);
  await place.put(contentKey(file), Buffer.from("CONTENT"), signal);
  let noticed = 0;
  for (let day = 1; day <= 14; day++) {
    const reuse = await on(day);
    if (!(await reuse.isStored(file))) noticed++;
    reuse.end();
  }
  expect(noticed).toBe(1);
});

test("a file that is missing or has another size is not used", async () => {
  const { place, file, on } = await opened();
  const reuse = await on(0);
  await place.put(contentKey(file), Buffer.from("cont"), signal);
  expect(await reuse.isStored(file)).toBe(false);
  await place.delete(contentKey(file), signal);
  expect(await reuse.isStored(file)).toBe(false);
});

test("a file that was named as damaged is not used until it is stored again", async () => {
  const { place, file, on } = await opened();
  await markDamaged(place, file.sha256, signal);
  const reuse = await on(0);
  expect(await reuse.isStored(file)).toBe(false);
  await reuse.stored(file);
  expect(await (await on(0)).isStored(file)).toBe(true);
});

test("every file is due once in two weeks, however often backups are made", () => {
  const hash = fc.nat().map((n) => createHash("sha256").update(String(n)).digest("hex"));
  const steps = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 50 });
  fc.assert(
    fc.property(hash, steps, (sha256, cuts) => {
      const times = [0, ...[...cuts].sort((a, b) => a - b), 1].map((part) => START + part * 14 * DAY);
      expect(times.slice(1).filter((time, index) => isDue(sha256, times[index] ?? 0, time))).toHaveLength(1);
    }),
  );
  const all = Array.from({ length: 1000 }, (_, n) => createHash("sha256").update(String(n)).digest("hex"));
  const share = all.filter((sha256) => isDue(sha256, START, START + DAY)).length;
  expect(share).toBeGreaterThan(35);
  expect(share).toBeLessThan(110);
});

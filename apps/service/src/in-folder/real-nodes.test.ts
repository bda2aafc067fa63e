import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { realData } from "./real-nodes.ts";

test("the size of volumes is summed up by instance", () => {
  const state = mkdtempSync(join(tmpdir(), "reeve-real-"));
  onTestFinished(() => rmSync(state, { recursive: true }));
  expect(realData(state)).toEqual([]);
  const volume = join(state, "nodes/kafka/volumes/broker-0__1/orders-0");
  mkdirSync(volume, { recursive: true });
  mkdirSync(join(state, "nodes/gone/volumes"), { recursive: true });
  writeFileSync(join(volume, "0.log"), "x".repeat(100_000));
  // A file with a hole, as brokers make them for their indexes: 1 GiB long, and nothing is stored in it.
  writeFileSync(join(volume, "0.index"), "");
  truncateSync(join(volume, "0.index"), 2 ** 30);
  const [found, ...others] = realData(state);
  expect(others).toEqual([]);
  expect(found?.instance).toBe("kafka");
  expect(found?.bytes).toBeGreaterThanOrEqual(100_000);
  expect(found?.bytes).toBeLessThan(1_000_000);
});

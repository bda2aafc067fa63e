import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { realData } from "./real-data.ts";

test("the size of volumes is summed up by instance", () => {
  const state = mkdtempSync(join(tmpdir(), "reeve-real-"));
  onTestFinished(() => rmSync(state, { recursive: true }));
  expect(realData(state)).toEqual([]);
  const volume = join(state, "nodes/kafka/volumes/broker-0__1/orders-0");
  mkdirSync(volume, { recursive: true });
  mkdirSync(join(state, "nodes/gone/volumes"), { recursive: true });
  writeFileSync(join(volume, "0.log"), "x".repeat(100));
  expect(realData(state)).toEqual([{ instance: "kafka", bytes: 100 }]);
});

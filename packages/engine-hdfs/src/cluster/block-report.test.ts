import { expect, test } from "vitest";
import { onlyOn } from "./block-report.ts";

const copy = (port: number) => `DatanodeInfoWithStorage[127.0.0.1:${port},DS-1,DISK]`;
const block = (id: number, ...ports: readonly number[]) =>
  `${id}. BP-1-127.0.0.1-2:blk_107374182${id}_100${id} len=3000000 Live_repl=${ports.length}  [${ports.map(copy).join(", ")}]`;
const report = [
  "FSCK started by dr.who (auth:SIMPLE) from /127.0.0.1 for path / at Mon Nov 23 15:07:23 UTC 2026",
  "/a.bin 3000000 bytes, replicated: replication=3, 2 block(s):  OK",
  block(0, 9009, 9003, 9006),
  block(1, 9003),
  block(2, 9003, 9009),
].join("\n");

test("counts the blocks that have a copy on a lost node and none on one that is there", () => {
  const lost = new Set(["127.0.0.1:9003"]);
  expect(onlyOn(report, new Set(["127.0.0.1:9006", "127.0.0.1:9009"]), lost)).toBe(1);
  expect(onlyOn(report, new Set(["127.0.0.1:9006"]), lost)).toBe(2);
  expect(onlyOn(report, new Set(), new Set(["127.0.0.1:9006"]))).toBe(1);
});

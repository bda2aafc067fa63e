import { expect, test } from "vitest";
import { missingWithout } from "./losing.ts";

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

const at = (...ports: readonly number[]) => new Set(ports.map((port) => `127.0.0.1:${port}`));

test("counts the blocks that have no copy on a node that is there, and a copy on one that is not left", () => {
  expect(missingWithout(report, at(9006, 9009), at(9006, 9009))).toBe(1);
  expect(missingWithout(report, at(9006), at(9006, 9009))).toBe(2);
  expect(missingWithout(report, at(), at(9003, 9009))).toBe(1);
});

test("a copy at an unknown address may be that of a lost node, which had another address before", () => {
  expect(missingWithout(report, at(9006, 9009), at(9006, 9009, 9012))).toBe(1);
});

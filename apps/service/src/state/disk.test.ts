import { tmpdir } from "node:os";
import { expect, test } from "vitest";
import { diskTrouble } from "./disk.ts";

const MIB = 1024 * 1024;

test.each([
  [10 * MIB, /^the disk of \/state is almost full \(10\.0 MiB free\); .*make room$/],
  [0, /\(0 B free\)/],
])("a disk with %d bytes free is told", (free, words) => {
  expect(diskTrouble("/state", () => ({ bavail: free / 4096, bsize: 4096 }))).toMatch(words);
});

test("a disk with room, and a folder that is gone, are no trouble", () => {
  expect(diskTrouble("/state", () => ({ bavail: MIB, bsize: 4096 }))).toBeUndefined();
  expect(diskTrouble(`${tmpdir()}/absent/absent`)).toBeUndefined();
});

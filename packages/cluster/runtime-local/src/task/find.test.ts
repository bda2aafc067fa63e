import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { foldersOf } from "../folders.ts";
import type { Platform } from "../process/platform.ts";
import { deleteStrays } from "./find.ts";

test("the folder of an unknown task stays while a process holds its lock, and a warning says so", async () => {
  const root = mkdtempSync(join(tmpdir(), "reeve-strays-"));
  const folders = foldersOf(root, "kafka");
  const [held, free] = ["held__1", "free__1"].map((taskId) => folders.task(taskId));
  for (const folder of [held, free]) {
    mkdirSync(folder?.path ?? "", { recursive: true });
    writeFileSync(folder?.lock ?? "", "");
  }
  const platform: Platform = {
    startOf: () => undefined,
    groupOf: () => undefined,
    usageOf: () => undefined,
    holdersOf: async () => [],
    listenerOn: async () => undefined,
    tryLock: async (file) => (file === held?.lock ? undefined : { descriptor: -1, release: () => undefined }),
  };
  const logged: unknown[] = [];
  const log = (level: string, _: string, details?: object) => logged.push([level, details]);
  await deleteStrays(folders, { records: { all: () => [] }, platform, log });
  expect([existsSync(held?.path ?? ""), existsSync(free?.path ?? "")]).toEqual([true, false]);
  expect(logged).toEqual([["warn", { path: held?.path, pids: [] }]]);
  rmSync(root, { recursive: true });
});

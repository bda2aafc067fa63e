import { expect, test } from "vitest";
import { settingsFile } from "./settings-file.ts";

const linesWith = (name: string, given: Readonly<Record<string, string>>) =>
  settingsFile(given)
    .split("\n")
    .filter((line) => line.includes(name));
const lines = (given: Readonly<Record<string, string>>) => linesWith("commitlog_sync", given);

test("the commit log is synced before a write is acknowledged, unless the definition says otherwise; each way has only its own settings", () => {
  expect(lines({})).toEqual(['commitlog_sync: "group"', 'commitlog_sync_group_window: "10ms"']);
  expect(lines({ commitlog_sync: "batch" })).toEqual(['commitlog_sync: "batch"']);
  expect(lines({ commitlog_sync: "periodic" })).toEqual([
    'commitlog_sync: "periodic"',
    'commitlog_sync_period: "1000ms"',
  ]);
  const group = { commitlog_sync: "group", commitlog_sync_group_window: "50ms" };
  expect(lines(group)).toEqual(['commitlog_sync: "group"', 'commitlog_sync_group_window: "50ms"']);
});

test("a node that cannot write ends, so that it is launched again, unless the definition wants something else", () => {
  expect(linesWith("failure_policy", {})).toEqual(['commit_failure_policy: "die"', 'disk_failure_policy: "die"']);
  const kept = linesWith("failure_policy", { disk_failure_policy: "best_effort" });
  expect(kept).toEqual(['commit_failure_policy: "die"', 'disk_failure_policy: "best_effort"']);
});

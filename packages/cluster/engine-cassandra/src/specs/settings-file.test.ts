import { expect, test } from "vitest";
import { settingsFile } from "./settings-file.ts";

const lines = (given: Readonly<Record<string, string>>) =>
  settingsFile(given)
    .split("\n")
    .filter((line) => line.startsWith("commitlog_sync"));

test("the commit log is synced before a write is acknowledged, unless the definition says otherwise; each way has only its own settings", () => {
  expect(lines({})).toEqual(['commitlog_sync: "group"', 'commitlog_sync_group_window: "10ms"']);
  expect(lines({ commitlog_sync: "batch" })).toEqual(['commitlog_sync: "batch"']);
  expect(lines({ commitlog_sync: "periodic" })).toEqual(['commitlog_sync: "periodic"', 'commitlog_sync_period: "1000ms"']);
  const group = { commitlog_sync: "group", commitlog_sync_group_window: "50ms" };
  expect(lines(group)).toEqual(['commitlog_sync: "group"', 'commitlog_sync_group_window: "50ms"']);
});

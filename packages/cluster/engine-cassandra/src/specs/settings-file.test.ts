import { expect, test } from "vitest";
import { settingsFile } from "./settings-file.ts";

const lines = (given: Readonly<Record<string, string>>) =>
  settingsFile(given)
    .split("\n")
    .filter((line) => line.startsWith("commitlog_sync"));

test("only a periodic sync of the commit log has a period by default, because the database refuses it with the others", () => {
  expect(lines({})).toEqual(['commitlog_sync: "periodic"', 'commitlog_sync_period: "1000ms"']);
  expect(lines({ commitlog_sync: "batch" })).toEqual(['commitlog_sync: "batch"']);
  const group = { commitlog_sync: "group", commitlog_sync_group_window: "10ms" };
  expect(lines(group)).toEqual(['commitlog_sync: "group"', 'commitlog_sync_group_window: "10ms"']);
});

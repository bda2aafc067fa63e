import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { migrations } from "./migrations.ts";

test("sidecar tasks of version 4 keep their place in nodes and in the runtimes' tasks", () => {
  using database = new DatabaseSync(":memory:");
  migrations[0]?.(database);
  const put = database.prepare("INSERT INTO entry (owner, key, value) VALUES (?, ?, ?)");
  const rows: readonly (readonly [string, string, object])[] = [
    ["instance/kafka", "node/broker-0", { id: "broker-0", beside: [{ taskId: "broker-0-upload__1" }] }],
    ["instance/kafka", "node/broker-1", { id: "broker-1" }],
    ["runtime/kafka", "task/1", { taskId: "broker-0-upload__1", beside: true }],
    ["runtime/kafka", "task/2", { taskId: "broker-0-node__2" }],
  ];
  for (const [owner, key, value] of rows) put.run(owner, key, JSON.stringify(value));
  migrations[4]?.(database);
  const stored = database.prepare("SELECT value FROM entry ORDER BY owner, key").all();
  expect(stored.map(({ value }) => JSON.parse(String(value)))).toEqual([
    { id: "broker-0", sidecars: [{ taskId: "broker-0-upload__1" }] },
    { id: "broker-1" },
    { taskId: "broker-0-upload__1", sidecar: true },
    { taskId: "broker-0-node__2" },
  ]);
});

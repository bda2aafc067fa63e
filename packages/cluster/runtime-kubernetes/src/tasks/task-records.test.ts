import { setImmediate as turn } from "node:timers/promises";
import { expect, test } from "vitest";
import { openPodTaskRecords, type PodTaskRecord } from "./task-records.ts";

function recordOf(taskId: string, launched: number, more: Partial<PodTaskRecord> = {}): PodTaskRecord {
  const at = new Date(launched * 1000).toISOString();
  return {
    taskId,
    node: "node-0",
    task: "node",
    oneShot: false,
    host: "",
    ports: {},
    launched: at,
    ...more,
  };
}

/** A store in memory that counts its transactions. */
function countingStore() {
  const entries = new Map<string, unknown>();
  const counted = { writes: 0, fails: false };
  return {
    entries,
    counted,
    store: {
      get: (key: string) => entries.get(key),
      entries: () => [...entries].sort(([one], [other]) => (one < other ? -1 : 1)),
      write: (changes: Iterable<readonly [string, unknown]>) => {
        if (counted.fails) throw new Error("the disk is full");
        counted.writes++;
        for (const [key, value] of changes) {
          if (value === undefined) entries.delete(key);
          else entries.set(key, value);
        }
      },
    },
  };
}

test("what the cluster can tell again is stored in one transaction for many tasks", async () => {
  const { store, entries, counted } = countingStore();
  const records = openPodTaskRecords(store);
  const all = Array.from({ length: 10 }, (_, index) => recordOf(`task-${index}`, index));
  for (const record of all) records.keep(record);
  expect(counted.writes).toBe(10);
  for (const record of all) records.note({ ...record, isMade: true });
  expect(records.all().every(({ isMade }) => isMade)).toBe(true);
  await turn();
  expect(counted.writes).toBe(11);
  expect([...entries.values()].every((value) => (value as PodTaskRecord).isMade)).toBe(true);
});

test("a durable change stores earlier changes too, and newer ones are not overwritten", () => {
  const { store, entries, counted } = countingStore();
  const records = openPodTaskRecords(store);
  const [one, other] = [recordOf("one", 1), recordOf("other", 2)];
  records.note({ ...one, isMade: true });
  records.note({ ...other, isMade: true });
  records.keep({ ...other, isMade: true, stopping: true });
  expect(counted.writes).toBe(1);
  expect(entries.get("task/one")).toEqual({ ...one, isMade: true });
  expect(entries.get("task/other")).toEqual({ ...other, isMade: true, stopping: true });
});

test("changes that could not be stored are stored later, at the latest at the end", async () => {
  const { store, entries, counted } = countingStore();
  const records = openPodTaskRecords(store);
  counted.fails = true;
  records.note(recordOf("one", 1));
  await turn();
  expect(() => records.keep(recordOf("other", 2))).toThrow("the disk is full");
  expect(records.get("other")).toBeUndefined();
  counted.fails = false;
  records.close();
  expect([...entries.keys()]).toEqual(["task/one"]);
});

test("the last five ended tasks of a node are remembered, also by the next service, in the order of their launches", () => {
  const { store, counted } = countingStore();
  const records = openPodTaskRecords(store);
  // The names are in the opposite order of the launches.
  for (let index = 0; index < 8; index++) {
    const record = recordOf(`task-${9 - index}`, index);
    records.keep(record);
    records.end(record, { taskId: record.taskId, at: record.launched, state: "stopped" });
  }
  expect(counted.writes).toBe(16);
  const names = ["task-6", "task-5", "task-4", "task-3", "task-2"];
  expect(records.all().map(({ taskId }) => taskId)).toEqual(names);
  expect(
    openPodTaskRecords(store)
      .all()
      .map(({ taskId }) => taskId),
  ).toEqual(names);
});

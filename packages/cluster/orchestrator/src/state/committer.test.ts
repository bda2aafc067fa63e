import { setImmediate as turn } from "node:timers/promises";
import { expect, test } from "vitest";
import { systemClock } from "../platform.ts";
import { committer } from "./committer.ts";
import type { Database, StoredChange } from "./database.ts";

/** A database that only remembers what was written. */
function recording(isOnDisk: boolean) {
  const writes: (readonly StoredChange[])[] = [];
  const database = { isOnDisk, write: (changes: Iterable<StoredChange>) => void writes.push([...changes]) };
  const keep = committer(database as unknown as Database, systemClock, () => undefined);
  const written: string[] = [];
  const writer = (name: string) => ({
    changes: () => [[name, "key", 1] as const],
    written: () => void written.push(name),
    failed: () => undefined,
  });
  return { keep, writes, written, writer };
}

test("changes of events that arrive in one turn of the event loop share a transaction on the disk", async () => {
  const { keep, writes, written, writer } = recording(true);
  for (const name of ["one", "two", "three"]) {
    keep.soon(writer(name));
    // Each event of a turn has promise callbacks of its own.
    await Promise.resolve();
  }
  expect(writes).toEqual([]);
  await turn();
  expect(writes).toHaveLength(1);
  expect(written).toEqual(["one", "two", "three"]);
});

test("in memory, changes are written after each event", async () => {
  const { keep, writes, writer } = recording(false);
  for (const name of ["one", "two"]) {
    keep.soon(writer(name));
    await Promise.resolve();
  }
  expect(writes).toHaveLength(2);
});

test("a request writes at once, together with what waits", async () => {
  const { keep, writes, written, writer } = recording(true);
  keep.soon(writer("event"));
  keep.soon(writer("request"));
  keep.now();
  expect(writes).toHaveLength(1);
  expect(written).toEqual(["event", "request"]);
  await turn();
  expect(writes).toHaveLength(1);
});

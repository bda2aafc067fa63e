import { expect, test } from "vitest";
import { openWritten } from "./written.ts";

test("entries are read from a position on, a few at a time, and those that are no longer in memory are counted", () => {
  const written = openWritten<number>();
  const begin = written.end();
  for (let number = 0; number < 5; number++) written.add(number);
  const first = written.from(begin, 3);
  expect(first).toMatchObject({ entries: [0, 1, 2], missed: 0 });
  expect(written.from(first.next, 3)).toEqual({ entries: [3, 4], missed: 0, next: written.end() });
  for (let number = 5; number < 5000; number++) written.add(number);
  const late = written.from(first.next, 10_000);
  expect(late.missed).toBeGreaterThan(0);
  expect([late.missed + late.entries.length, late.entries.at(-1)]).toEqual([4997, 4999]);
});

test("a position of another process begins with the first entry of this one", () => {
  const written = openWritten<number>();
  written.add(1);
  for (const foreign of [openWritten<number>().end(), "", "x.y.z", "1.9"]) expect(written.from(foreign, 10).entries).toEqual([1]);
});

test("a reader waits for the next entry, and no longer than it asks or is connected", async () => {
  const written = openWritten<number>();
  const { signal } = new AbortController();
  const waiting = written.wait(written.end(), 3600, signal);
  written.add(1);
  await waiting;
  await written.wait("elsewhere.0", 3600, signal);
  await written.wait(written.end(), 0, signal);
  await written.wait(written.end(), 3600, AbortSignal.abort());
});

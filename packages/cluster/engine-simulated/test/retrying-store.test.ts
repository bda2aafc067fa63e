import { ReeveError } from "@reeve/contract";
import { expect, test } from "vitest";
import { manualClock } from "../src/index.ts";
import { retryingStore } from "../src/world/retrying-store.ts";
import { memoryStore } from "./memory-store.ts";

test("what cannot be written is read from memory, and written as soon as possible", async () => {
  const clock = manualClock();
  const disk = memoryStore();
  let full = false;
  const store = retryingStore(
    {
      ...disk,
      write: (changes) => {
        if (full) throw new ReeveError("server-failure", "the disk is full");
        disk.write(changes);
      },
    },
    clock,
  );
  store.write([
    ["a/1", "one"],
    ["a/2", "two"],
  ]);
  full = true;
  store.write([
    ["a/0", "nought"],
    ["a/1", undefined],
  ]);
  expect([...store.entries("a/")]).toEqual([
    ["a/0", "nought"],
    ["a/2", "two"],
  ]);
  expect([store.get("a/0"), store.get("a/1"), store.get("a/2")]).toEqual(["nought", undefined, "two"]);
  expect(() => store.expectKept()).toThrow("the disk is full");
  expect(disk.get("a/1")).toBe("one");
  full = false;
  await clock.advance(1000);
  store.expectKept();
  expect([...disk.entries("a/")]).toEqual([...store.entries("a/")]);
});

test("a value that cannot be stored is an error at once", () => {
  const store = retryingStore(
    {
      ...memoryStore(),
      write: () => {
        throw new TypeError("it is no JSON");
      },
    },
    manualClock(),
  );
  expect(() => store.write([["a", 1]])).toThrow("it is no JSON");
});

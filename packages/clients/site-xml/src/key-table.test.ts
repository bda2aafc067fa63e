import { expect, test } from "vitest";
import { keyTable } from "./key-table.ts";

const keys = Array.from({ length: 5000 }, (_, index) => `key.${index % 4000}`);

test.each([
  ["that differ", undefined],
  ["that are all the same", () => 7],
  ["of which some are the same", (key: string) => key.length],
] as const)(
  "keys are numbered as they come up, with hashes %s, and none of them costs more than the others",
  (_, hash) => {
    const known: string[] = [];
    let asked = 0;
    const table = keyTable((entry) => {
      asked++;
      return known[entry] ?? "";
    }, hash);
    const expected = new Map<string, number>();
    for (const key of keys) {
      if (!expected.has(key)) expected.set(key, expected.size);
      const number = table.add(key);
      if (number === known.length) known.push(key);
    }
    expect(keys.map((key) => table.find(key))).toEqual(keys.map((key) => expected.get(key)));
    expect(table.find("key")).toBeUndefined();
    // With all keys of the same hash in one chain, there would be millions of comparisons.
    expect(asked).toBeLessThan(keys.length * 80);
  },
);

import fc from "fast-check";
import { expect, test } from "vitest";
import { describeFile, isIntact, readRowsFile, rowsFile } from "./backup-files.ts";
import type { Row } from "./rows.ts";

const rows = fc.array(fc.tuple(fc.string(), fc.tuple(fc.string(), fc.nat())), { maxLength: 50 });

test("rows that are written to a file are read back", () => {
  fc.assert(
    fc.property(rows, (entries) => {
      const written = new Map<string, Row>(entries);
      expect(readRowsFile(rowsFile(written))).toEqual(written);
    }),
  );
});

test("a file with one other byte is not intact", () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ minLength: 1, maxLength: 100 }),
      fc.nat(),
      fc.integer({ min: 1, max: 255 }),
      (content, at, by) => {
        const file = describeFile("x", content);
        expect(isIntact(file, content)).toBe(true);
        const damaged = content.slice();
        damaged[at % content.length] = ((damaged[at % content.length] ?? 0) + by) % 256;
        expect(isIntact(file, damaged)).toBe(false);
        expect(isIntact(file, content.slice(1))).toBe(false);
      },
    ),
  );
});

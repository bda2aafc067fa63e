import fc from "fast-check";
import { expect, test } from "vitest";
import { type Row, readRowsFile, rowsFile } from "./rows.ts";

const rows = fc.array(fc.tuple(fc.string(), fc.tuple(fc.string(), fc.nat())), { maxLength: 50 });

test("rows that are written to a file are read back", () => {
  fc.assert(
    fc.property(rows, (entries) => {
      const written = new Map<string, Row>(entries);
      expect(readRowsFile(rowsFile(written))).toEqual(written);
    }),
  );
});

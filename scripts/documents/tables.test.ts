import { expect, test } from "vitest";
import { brokenTables } from "./tables.ts";

const check = (...lines: string[]) => brokenTables([{ path: "a.md", text: lines.join("\n") }]);

test("a table of rows with the same number of cells is accepted, with bars inside code", () => {
  expect(check("| a | b |", "|---|:-:|", "| `x | y` | 1 \\| 2 |", "", "text")).toEqual([]);
  expect(check("```sh", "a | b", "```")).toEqual([]);
});

test("a separator joined with other rows is found", () => {
  expect(check("| a | b | |---|---| | decode", "an answer | 1 |")).toEqual([
    "a.md:1: a table's separator is joined with another row",
    "a.md:2: a row of a table does not begin with a bar",
  ]);
});

test("a row split over two lines is found, and a row joined with the next one", () => {
  expect(check("| a | b |", "|---|---|", "| 1 | has been", "moved | | 2 | 3 |")).toEqual([
    "a.md:3: a row of a table does not end with a bar",
    "a.md:4: a row of a table does not begin with a bar",
  ]);
  expect(check("| a | b |", "|---|---|", "| 1 | 2 | | 3 | 4 |")).toEqual(["a.md:3: a row has 5 cells, and the row above has 2"]);
});

test("a header without a separator is found, and text that continues a table", () => {
  expect(check("| a | b |", "| 1 | 2 |")).toEqual(["a.md:1: a table has no separator below its header"]);
  expect(check("| a |", "|---|", "| 1 |", "text")).toEqual(["a.md:4: a table is followed by text without an empty line"]);
});

import { plain } from "@reeve/terminal";
import { expect, test } from "vitest";
import { menuLines } from "./menu.ts";

const labels = ["one", "two", "three", "four", "five", "six", "seven"];

test("a menu has columns, with the selected entry inverted", () => {
  expect(menuLines(labels, 3, { style: { ...plain, width: 22 }, rows: 9 })).toEqual([
    "one    two    three",
    "\u001b[7mfour \u001b[27m  five   six",
    "seven",
  ]);
});

test.each([
  [-1, ["one", "two", "rows 1 to 2 of 7"]],
  [1, ["one", "two", "rows 1 to 2 of 7"]],
  [6, ["six", "\u001b[7mseven\u001b[27m", "rows 6 to 7 of 7"]],
])("a long menu shows the rows around the selected entry (%d)", (chosen, rows) => {
  const lines = menuLines(labels, chosen, { style: { ...plain, width: 10 }, rows: 3 });
  expect(lines.map((line) => line.replace("\u001b[7mtwo  \u001b[27m", "two"))).toEqual(rows);
});

test("a menu is never wider than the terminal, and has at least one row", () => {
  const lines = menuLines(["x".repeat(80), "y"], 0, { style: { ...plain, width: 20 }, rows: 0 });
  expect(lines).toEqual([`\u001b[7m${"x".repeat(16)}…\u001b[27m`]);
});

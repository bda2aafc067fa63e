import { plain } from "@reeve/terminal";
import { expect, test } from "vitest";
import { menuLines } from "./menu-lines.ts";

const labels = ["one", "two", "three", "four", "five", "six", "seven"];

test("in columns, with what is chosen in inverse", () => {
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
])("where it is too long, the rows around what is chosen (%d)", (chosen, rows) => {
  const lines = menuLines(labels, chosen, { style: { ...plain, width: 10 }, rows: 3 });
  expect(lines.map((line) => line.replace("\u001b[7mtwo  \u001b[27m", "two"))).toEqual(rows);
});

test("is never wider than the terminal, and has a row where there is no room", () => {
  const lines = menuLines(["x".repeat(80), "y"], 0, { style: { ...plain, width: 20 }, rows: 0 });
  expect(lines).toEqual([`\u001b[7m${"x".repeat(16)}…\u001b[27m`]);
});

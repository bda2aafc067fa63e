import { stripVTControlCharacters } from "node:util";
import { colours } from "@reeve/terminal";
import fc from "fast-check";
import { expect, test } from "vitest";
import { coloured } from "./coloured-line.ts";

/** Each colour is written as a tag with the colour's first letter, so that the expected lines are readable. */
const named = {
  bold: (text: string) => `<b ${text}>`,
  cyan: (text: string) => `<c ${text}>`,
  dim: (text: string) => `<d ${text}>`,
  green: (text: string) => `<g ${text}>`,
  yellow: (text: string) => `<y ${text}>`,
  red: (text: string) => `<r ${text}>`,
};
const names = new Set(["broker", "show"]);

test.each([
  ['const x = "let it" // of 3', '<c const> x = <g "let it"> <d // of 3>'],
  ["broker.topics.delete({ partitions: 12 })", "<b broker>.topics.delete({ partitions: <y 12> })"],
  ["show topics", "<b show> topics"],
  ["x1.of === null", "x1.of === <y null>"],
  ["'not closed yet", "<g 'not closed yet>"],
  ["a /* const */ b", "a <d /* const */> b"],
])("%s", (code, painted) => {
  expect(coloured(code, names, named)).toBe(painted);
});

test("only colours are added", () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(..."ab1 .\"'`/*\\(){}const ") }), (code) => {
      expect(stripVTControlCharacters(coloured(code, names, colours))).toBe(code);
    }),
  );
});

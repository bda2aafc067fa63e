import { stripVTControlCharacters } from "node:util";
import type { Output } from "./output.ts";
import { readRange } from "./read-log.ts";

/** How many lines, and letters of them, are told of what a task has said before it ended. */
const LINES = 3;
const LETTERS = 600;

/**
 * The last lines that a task has printed, for the reason of its death. Lines that begin with a space go on with the one before them, as the
 * traces of stacks do, and say nothing to those who only want to know why.
 */
export async function lastWords(output: Output): Promise<string> {
  const { to } = await output.range();
  const text = stripVTControlCharacters((await readRange(output, to - 16_384, to)).toString("utf8"));
  const lines = text.split("\n").filter((line) => /^\S/.test(line));
  const words = lines
    .slice(-LINES)
    .map((line) => line.trimEnd())
    .join(" / ");
  return words.length > LETTERS ? `…${words.slice(-LETTERS)}` : words;
}

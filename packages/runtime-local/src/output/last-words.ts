import { stripVTControlCharacters } from "node:util";
import type { Output } from "./output.ts";
import { readRange } from "./read-log.ts";

/** How many lines and characters of a task's output are part of the reason of its end. */
const LINES = 3;
const LETTERS = 600;

/** The last lines of a task's output, for the reason of its end. Indented lines, such as those of stack traces, are left out. */
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

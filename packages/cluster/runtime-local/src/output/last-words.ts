import { stripVTControlCharacters } from "node:util";
import type { Output } from "./output.ts";
import { readRange } from "./read-log.ts";

/** The maximum numbers of lines and of characters at the end of a task's output that become the reason of its end. */
const LINES = 3;
const LETTERS = 600;

/** The last lines of a task's output as the reason of its end, without indented lines such as those of stack traces. */
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

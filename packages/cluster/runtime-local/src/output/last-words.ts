import { stripVTControlCharacters } from "node:util";
import type { Output } from "./output.ts";
import { readRange } from "./read-log.ts";

/** The maximum number of lines at the end of a task's output that become the reason of its end, and of characters of each of them. */
const LINES = 3;
const LETTERS = 300;

/** The last lines of a task's output as the reason of its end, without indented lines such as those of stack traces. */
export async function lastWords(output: Output): Promise<string> {
  const { to } = await output.range();
  const text = stripVTControlCharacters((await readRange(output, to - 16_384, to)).toString("utf8"));
  const lines = text.split("\n").filter((line) => /^\S/.test(line));
  // The beginning of a line says most: an exception begins with its class, and often with the name that is missing.
  return lines.slice(-LINES).map(shortened).join(" / ");
}

function shortened(line: string): string {
  const text = line.trimEnd();
  return text.length > LETTERS ? `${text.slice(0, LETTERS)}…` : text;
}

import type { Paint, Style } from "@reeve/terminal";
import type { Command, Group } from "../command.ts";
import { flagsEverywhere, type Page, pageOf, type Section } from "./page.ts";

/** The width in columns when there is no terminal. */
const WIDTH = 80;

/** The help of a command or group as text. The help of the program itself includes the general flags. */
export function helpOf(target: Command | Group, path: readonly string[], { width, paint }: Style): string {
  const page = pageOf(target, path);
  const sections = path.length === 0 ? [...page.sections, flagsEverywhere] : page.sections;
  return helpText({ ...page, sections }, Number.isFinite(width) ? width : WIDTH, paint);
}

/** Renders a page as text for a terminal. Examples come first, because most users look for them. */
function helpText(page: Page, width: number, paint: Paint): string {
  const { summary, about, usage, examples, sections } = page;
  const room = Math.min(Math.max(width, 40), 100);
  const sentences = [summary, about].filter((part) => part !== "").map(sentence);
  const blocks = [
    wrapped(sentences.join(" "), room),
    ...(examples.length > 0 ? [[paint.bold("Examples"), ...examples.map((each) => `  ${each}`)]] : []),
    [paint.bold("Usage"), ...wrapped(usage, room - 2, "    ").map((line) => `  ${line}`)],
    ...sections.map((section) => sectionLines(section, room, paint)),
  ];
  return `${blocks.map((lines) => lines.join("\n")).join("\n\n")}\n`;
}

function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

function sectionLines({ heading, rows }: Section, room: number, paint: Paint): readonly string[] {
  const widest = Math.max(...rows.map(({ term }) => term.length));
  const column = Math.min(widest, 26) + 4;
  const lines = rows.flatMap(({ term, text }) => {
    const [first = "", ...rest] = wrapped(text, room - column);
    const below = rest.map((line) => " ".repeat(column) + line);
    const fits = term.length + 4 <= column;
    return fits ? [`  ${term.padEnd(column - 2)}${first}`.trimEnd(), ...below] : [`  ${term}`, " ".repeat(column) + first, ...below];
  });
  return [paint.bold(heading), ...lines];
}

/** Wraps text in which every character is one column wide, as in all texts of Reeve itself. */
function wrapped(text: string, width: number, indent = ""): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    const longer = line === "" ? word : `${line} ${word}`;
    if (longer.length > width && line !== "") {
      lines.push(line);
      line = indent + word;
    } else line = longer;
  }
  return [...lines, line];
}

import { padEnd, wrap } from "./fit.ts";
import type { Style } from "./style.ts";
import { widest } from "./width.ts";

const MAX_WIDTH = 100;

/** Renders a Markdown page as text for a terminal. Links lose their addresses, paragraphs are wrapped, and examples stay unchanged. */
export function pageText(markdown: string, { width, paint }: Style): string {
  const room = Math.min(Number.isFinite(width) ? width : 80, MAX_WIDTH);
  const blocks = markdown.replace(/<!--[\s\S]*?-->\n*/g, "").split(/(^```[\s\S]*?^```$)/m);
  const lines = blocks.flatMap((block) =>
    block.startsWith("```")
      ? block
          .split("\n")
          .slice(1, -1)
          .map((line) => `    ${line}`.trimEnd())
      : paragraphs(block).flatMap((paragraph) =>
          paragraph.startsWith("|") ? tableLines(paragraph, room, paint) : paragraphLines(paragraph, room, paint),
        ),
  );
  const text = lines.join("\n").replace(/\n{3,}/g, "\n\n");
  return `${text.trim()}\n`;
}

/** Splits text into paragraphs: the lines of wrapped text are joined, a table stays whole, and list items stay separate. */
function paragraphs(text: string): readonly string[] {
  const joined: string[] = [];
  for (const line of text.split("\n")) {
    const last = joined.at(-1) ?? "";
    if (line.startsWith("|") && last.startsWith("|")) {
      joined.push(`${joined.pop()}\n${line}`);
      continue;
    }
    const begins = /^\s*(?:[-*] |\d+\. |\||#|>|$)/.test(line) || last === "" || /^[|#]/.test(last);
    if (begins) joined.push(line);
    else joined.push(`${joined.pop()} ${line.trim()}`);
  }
  return joined;
}

function paragraphLines(paragraph: string, room: number, paint: Style["paint"]): readonly string[] {
  const text = unmarked(paragraph);
  const [, heading] = /^#+ (.*)$/.exec(text) ?? [];
  if (heading !== undefined) return [paint.bold(heading.replaceAll("`", ""))];
  const [, indent = "", mark = "", rest = ""] = /^(\s*)((?:[-*]|\d+\.) )?(.*)$/.exec(text) ?? [];
  const before = indent + mark;
  return wrap(rest, room - before.length).map((line, index) => (index === 0 ? before : " ".repeat(before.length)) + line);
}

/** The text without links and emphasis. */
function unmarked(text: string): string {
  return text.replace(/!?\[([^\]]*)\]\([^)]*\)/g, "$1").replaceAll("**", "");
}

const GAP = "  ";

/** A table in columns. A cell that is too long for its column is wrapped. */
function tableLines(markdown: string, room: number, paint: Style["paint"]): readonly string[] {
  const rows = markdown
    .split("\n")
    .filter((line) => !/^\|[-| :]+\|$/.test(line))
    .map((line) =>
      line
        .split(/(?<!\\)\|/)
        .slice(1, -1)
        .map((cell) => unmarked(cell.trim().replaceAll("\\|", "|"))),
    );
  const columns = Array.from({ length: Math.max(...rows.map((row) => row.length)) }, (_, index) => rows.map((row) => row[index] ?? ""));
  const widths = columnWidths(columns, room - GAP.length * (columns.length - 1));
  return rows.flatMap((_, row) => {
    const cells = columns.map((column, index) => wrap(column[row] ?? "", widths[index] ?? 0));
    const height = Math.max(1, ...cells.map((lines) => lines.length));
    return Array.from({ length: height }, (_, line) => {
      const padded = cells.map((lines, index) => padEnd(lines[line] ?? "", widths[index] ?? 0));
      const text = padded.join(GAP).trimEnd();
      return row === 0 ? paint.bold(text) : text;
    });
  });
}

/** Narrows the widest columns until all fit, but none below its longest word. */
function columnWidths(columns: readonly (readonly string[])[], room: number): readonly number[] {
  const widths = columns.map(widest);
  const least = columns.map((cells) => widest(cells.flatMap((cell) => cell.split(" "))));
  for (let excess = widths.reduce((sum, width) => sum + width, 0) - room; excess > 0; excess--) {
    const shrinkable = widths.filter((width, index) => width > (least[index] ?? 0));
    const at = widths.findIndex((width, index) => width === Math.max(...shrinkable) && width > (least[index] ?? 0));
    if (at < 0) break;
    widths[at] = (widths[at] ?? 0) - 1;
  }
  return widths;
}

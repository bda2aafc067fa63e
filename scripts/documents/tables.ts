import type { Page } from "./pages.ts";

const SEPARATOR = /^\|(?: *:?-+:? *\|)+$/;
const SEPARATOR_INSIDE = /\|(?: *:?-{3,}:? *\|)+/;

/**
 * Finds tables that GitHub would show as text: a row that is split into two lines or joined with another row, or a header without its
 * separator.
 */
export function brokenTables(pages: readonly Pick<Page, "path" | "text">[]): readonly string[] {
  return pages.flatMap(({ path, text }) => problemsOf(text).map(([line, why]) => `${path}:${line}: ${why}`));
}

function problemsOf(text: string): readonly (readonly [line: number, why: string])[] {
  const problems: (readonly [number, string])[] = [];
  // Bars in code and in comments do not count. Line breaks stay, so that line numbers are right.
  const blank = (hidden: string) => hidden.replace(/[^\n]/g, "");
  const lines = text
    .replace(/^ *```[\s\S]*?^ *```$/gm, blank)
    .replace(/`[^`\n]*`/g, "code")
    .replaceAll("\\|", "")
    .split("\n")
    .map((line) => line.trim());
  let columns = 0;
  for (const [index, line] of lines.entries()) {
    const previous = columns;
    columns = line.startsWith("|") ? line.split("|").length - 2 : 0;
    if (SEPARATOR_INSIDE.test(line) && !SEPARATOR.test(line)) problems.push([index + 1, "a table's separator is joined with another row"]);
    else if (columns === 0 && line.includes(" | ") && line.endsWith("|"))
      problems.push([index + 1, "a row of a table does not begin with a bar"]);
    else if (columns > 0 && !line.endsWith("|")) problems.push([index + 1, "a row of a table does not end with a bar"]);
    else if (columns > 0 && previous > 0 && columns !== previous)
      problems.push([index + 1, `a row has ${columns} cells, and the row above has ${previous}`]);
    else if (columns > 0 && previous === 0 && !SEPARATOR.test(lines[index + 1] ?? ""))
      problems.push([index + 1, "a table has no separator below its header"]);
    else if (columns === 0 && previous > 0 && line !== "") problems.push([index + 1, "a table is followed by text without an empty line"]);
  }
  return problems;
}

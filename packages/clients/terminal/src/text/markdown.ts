import { wrap } from "./fit.ts";
import type { Style } from "./style.ts";

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
      : paragraphs(block).flatMap((paragraph) => paragraphLines(paragraph, room, paint)),
  );
  return `${lines
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim()}\n`;
}

/** Splits text into paragraphs: the lines of wrapped text are joined, while table rows and list items stay separate. */
function paragraphs(text: string): readonly string[] {
  const joined: string[] = [];
  for (const line of text.split("\n")) {
    const last = joined.at(-1) ?? "";
    const begins = /^\s*(?:[-*] |\d+\. |\||#|>|$)/.test(line) || last === "" || /^[|#]/.test(last);
    if (begins) joined.push(line);
    else joined.push(`${joined.pop()} ${line.trim()}`);
  }
  return joined;
}

function paragraphLines(paragraph: string, room: number, paint: Style["paint"]): readonly string[] {
  const text = paragraph.replace(/!?\[([^\]]*)\]\([^)]*\)/g, "$1").replaceAll("**", "");
  const [, heading] = /^#+ (.*)$/.exec(text) ?? [];
  if (heading !== undefined) return [paint.bold(heading.replaceAll("`", ""))];
  if (text.startsWith("|")) return /^\|[-| :]+\|$/.test(text) ? [] : [text];
  const [, indent = "", mark = "", rest = ""] = /^(\s*)((?:[-*]|\d+\.) )?(.*)$/.exec(text) ?? [];
  const before = indent + mark;
  return wrap(rest, room - before.length).map(
    (line, index) => (index === 0 ? before : " ".repeat(before.length)) + line,
  );
}

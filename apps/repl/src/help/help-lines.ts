import { padEnd, type Style, shown, wrap } from "@reeve/terminal";

/** Writes rows in two columns, of which the second is wrapped. */
export function columns(rows: readonly (readonly [string, string])[], style: Style): readonly string[] {
  const left = Math.min(Math.max(0, ...rows.map(([name]) => name.length)), 60);
  const room = Number.isFinite(style.width) ? Math.max(20, style.width - left - 2) : Number.POSITIVE_INFINITY;
  return rows.flatMap(([name, words]) =>
    broken(words, room, style).map((line, index) => `${padEnd(index === 0 ? name : "", left)}  ${line}`.trimEnd()),
  );
}

/** Wraps text to the width of the screen. */
export function paragraph(text: string, style: Style): readonly string[] {
  const sentence = /[.!?)]$/.test(text) || text === "" ? text : `${text}.`;
  return broken(sentence, style.width, style);
}

function broken(text: string, width: number, style: Style): readonly string[] {
  return Number.isFinite(width) ? wrap(shown(text, style), width) : [shown(text, style)];
}

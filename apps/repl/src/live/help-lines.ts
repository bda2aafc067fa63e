import { type Look, padEnd, shown, wrap } from "@reeve/terminal";
import type { Help } from "./model.ts";

/** Two columns; the second is wrapped. */
export function columns(rows: readonly (readonly [string, string])[], look: Look): readonly string[] {
  const left = Math.min(Math.max(0, ...rows.map(([name]) => name.length)), 60);
  const room = Number.isFinite(look.width) ? Math.max(20, look.width - left - 2) : Number.POSITIVE_INFINITY;
  return rows.flatMap(([name, words]) =>
    broken(words, room, look).map((line, index) => `${padEnd(index === 0 ? name : "", left)}  ${line}`.trimEnd()),
  );
}

/** Text, wrapped. */
export function paragraph(text: string, look: Look): readonly string[] {
  const sentence = /[.!?)]$/.test(text) || text === "" ? text : `${text}.`;
  return broken(sentence, look.width, look);
}

function broken(text: string, width: number, look: Look): readonly string[] {
  return Number.isFinite(width) ? wrap(shown(text, look), width) : [shown(text, look)];
}

const pictures = new WeakMap<object, (look: Look) => readonly string[]>();

/** Help with its picture. */
export function drawn<Value extends object>(value: Value, lines: (look: Look) => readonly string[]): Value {
  pictures.set(value, lines);
  return value;
}

/** The picture of a help. */
export function helpLines(help: Help, look: Look): readonly string[] {
  return pictures.get(help)?.(look) ?? [help.summary];
}

/** `R1, R2 and R3`. */
export function inWords(words: readonly string[]): string {
  return words.length < 2 ? words.join() : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}

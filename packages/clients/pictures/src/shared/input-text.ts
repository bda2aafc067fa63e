import type { View } from "../view.ts";

/** A field of the input as text; empty if it was not given. */
export function inputText({ input }: Pick<View, "input">, field: string): string {
  const value = input[field];
  return value === undefined || value === null ? "" : String(value);
}

/** The heading of a column in the form that the view chooses. */
export function head({ head: write }: View, words: string): string {
  return write ? write(words) : words;
}

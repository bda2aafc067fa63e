import { displayWidth, wrap } from "@reeve/terminal";

/**
 * Wraps the text of a line `  label    text` at word boundaries; further lines are indented to the column where the text begins. A text
 * with a word that is too wide is not wrapped, so that users can copy the text.
 */
export function wrapLabelled(line: string, width: number): string {
  const [, label = "", text = ""] = /^( {2}\S+ +)?(.*)$/.exec(line) ?? [];
  const room = width - label.length;
  if (text.split(" ").some((word) => displayWidth(word) > room)) return line;
  return wrap(text, room)
    .map((part, index) => (index === 0 ? label : " ".repeat(label.length)) + part)
    .join("\n");
}

import { displayWidth, wrap } from "@reeve/terminal";

/** Wraps `  label    text` between words, under the text's own beginning. Text with a word that is too wide is left whole, to be copied. */
export function wrapLabelled(line: string, width: number): string {
  const [, label = "", text = ""] = /^( {2}\S+ +)?(.*)$/.exec(line) ?? [];
  const room = width - label.length;
  if (text.split(" ").some((word) => displayWidth(word) > room)) return line;
  return wrap(text, room)
    .map((part, index) => (index === 0 ? label : " ".repeat(label.length)) + part)
    .join("\n");
}

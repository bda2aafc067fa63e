import { displayWidth, wrap } from "@reeve/terminal";

/**
 * Wraps `  label    text` between words and indents the text below its own beginning. Text with a word that is too wide is not wrapped, so
 * that it can be copied.
 */
export function wrapLabelled(line: string, width: number): string {
  const [, label = "", text = ""] = /^( {2}\S+ +)?(.*)$/.exec(line) ?? [];
  const room = width - label.length;
  if (text.split(" ").some((word) => displayWidth(word) > room)) return line;
  return wrap(text, room)
    .map((part, index) => (index === 0 ? label : " ".repeat(label.length)) + part)
    .join("\n");
}

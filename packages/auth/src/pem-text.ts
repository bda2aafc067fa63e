/** PEM text as it was meant: variables of an environment often hold `\\n` in the place of line breaks. */
export function pemText(text: string): string {
  return text.replaceAll("\\r", "").replaceAll("\\n", "\n");
}

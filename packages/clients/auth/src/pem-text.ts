/** Restores the line breaks of PEM text, because environment variables often contain `\\n` instead. */
export function pemText(text: string): string {
  return text.replaceAll("\\r", "").replaceAll("\\n", "\n");
}

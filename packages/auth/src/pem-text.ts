/** Restores the line breaks of PEM text: environment variables often hold `\\n` instead. */
export function pemText(text: string): string {
  return text.replaceAll("\\r", "").replaceAll("\\n", "\n");
}

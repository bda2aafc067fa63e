/**
 * A pattern that all regular expression engines read alike. `\w` and `\d` match more characters in some engines, and few support `\p{…}`
 * and lookaheads; the description of the field says what a lookahead excludes.
 */
export function portablePattern(pattern: string): {
  readonly pattern: string;
  readonly not?: { readonly enum: readonly string[] };
} {
  const plain = pattern
    .replaceAll("[^\\p{Cc}\\p{Cs}]", "[^\\u0000-\\u001f\\u007f-\\u009f]")
    .replaceAll(/\[[^\]]*\]|\\[wd]/g, (part) => (part.startsWith("[") ? inClass(part) : `[${inClass(part)}]`));
  return plain.startsWith(NO_DOTS)
    ? { pattern: `^${plain.slice(NO_DOTS.length)}`, not: { enum: [".", ".."] } }
    : { pattern: plain };
}

const NO_DOTS = "^(?!\\.{1,2}$)";

function inClass(part: string): string {
  return part.replaceAll("\\w", "A-Za-z0-9_").replaceAll("\\d", "0-9");
}

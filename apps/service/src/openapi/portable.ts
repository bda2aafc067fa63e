/**
 * Rewrites a pattern so that all regular expression engines read it alike. In some engines `\w` and `\d` match more characters, and few
 * support `\p{…}` and lookaheads. A lookahead that excludes `.` and `..` becomes a `not`.
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

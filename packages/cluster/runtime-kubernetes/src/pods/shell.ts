/** Quotes a text for a shell. */
export function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** Escapes a text for Kubernetes, which would expand `$(NAME)` and turn `$$` into `$`. */
export function literal(text: string): string {
  return text.replaceAll("$", "$$$$");
}

/** A text as one word of a shell. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** A text that the cluster leaves as it is: it would put variables in for `$(NAME)`, and make one dollar of two. */
export function literal(text: string): string {
  return text.replaceAll("$", "$$$$");
}

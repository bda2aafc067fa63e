/** The kinds of services, by the names that the command line has for them. */
export const kinds = ["broker", "wide-column", "file-system"] as const;

/** A kind of service. */
export type Kind = (typeof kinds)[number];

/** Whether a word names a kind. */
export function isKind(word: string): word is Kind {
  return (kinds as readonly string[]).includes(word);
}

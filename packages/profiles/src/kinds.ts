/** The kinds of services, by the names that the command line has for them. */
export const kinds = ["broker", "wide-column", "file-system"] as const;

/** A kind of service. */
export type Kind = (typeof kinds)[number];

/** Whether a word names a kind. */
export function isKind(word: string): word is Kind {
  return (kinds as readonly string[]).includes(word);
}

const aliases: Readonly<Record<string, Kind>> = { wc: "wide-column", fs: "file-system" };

/** The kind that a word stands for: its name, or the short one that the command line has for it. */
export function kindNamed(word: string): Kind | undefined {
  return isKind(word) ? word : Object.hasOwn(aliases, word) ? aliases[word] : undefined;
}

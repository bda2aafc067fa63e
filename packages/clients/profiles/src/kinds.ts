/** The kinds of services, by their names in the command line. */
export const kinds = ["broker", "wide-column", "file-system"] as const;

/** A kind of service. */
export type KindName = (typeof kinds)[number];

/** Whether a word names a kind. */
export function isKind(word: string): word is KindName {
  return (kinds as readonly string[]).includes(word);
}

const aliases: Readonly<Record<string, KindName>> = { wc: "wide-column", fs: "file-system" };

/** The kind that a word names, by its full name or its short name in the command line. */
export function kindNamed(word: string): KindName | undefined {
  return isKind(word) ? word : Object.hasOwn(aliases, word) ? aliases[word] : undefined;
}

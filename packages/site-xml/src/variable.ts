/** A `${…}` in a text: its content, and where it begins and ends. */
export interface Reference {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

/** The first reference that clients expand: it is not empty and contains neither a space nor `$`. */
export function referenceIn(text: string): Reference | undefined {
  REFERENCE.lastIndex = 0;
  const found = REFERENCE.exec(text);
  if (found === null) return undefined;
  return { name: found[1] ?? "", start: found.index, end: REFERENCE.lastIndex };
}

const REFERENCE = /\$\{([^}$ ]+)\}/g;

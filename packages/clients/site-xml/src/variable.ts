/** A `${…}` reference in a text, with its content and its offsets. */
export interface Reference {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

/** Returns the first reference that clients expand. They do not expand references that are empty or contain a space or `$`. */
export function referenceIn(text: string): Reference | undefined {
  REFERENCE.lastIndex = 0;
  const found = REFERENCE.exec(text);
  if (found === null) return undefined;
  return { name: found[1] ?? "", start: found.index, end: REFERENCE.lastIndex };
}

const REFERENCE = /\$\{([^}$ ]+)\}/g;

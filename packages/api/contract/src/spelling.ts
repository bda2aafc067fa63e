// A file of its own without imports, because the command line also needs it where it loads no schemas.

/** Spells a name in the style of the command line: `forceComplete` and `key_spaces` become `force-complete` and `key-spaces`. */
export function dashed(name: string): string {
  return name
    .replaceAll("_", "-")
    .replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
    .replace(/^-/, "");
}

/** A word of a command line, quoted if a shell would interpret it. */
export function shellWord(word: string): string {
  return /^[\w@%+=:,./…-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

/**
 * Spells a name from code or from the API in the style of the command line: `forceComplete` and `key_spaces` become `force-complete` and
 * `key-spaces`.
 */
export function dashed(name: string): string {
  return name
    .replaceAll("_", "-")
    .replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
    .replace(/^-/, "");
}

/** The spelling of a name in an environment variable, after `REEVE_`. */
export function upperSnake(name: string): string {
  return dashed(name).replaceAll("-", "_").toUpperCase();
}

/** Quotes a word if a shell would interpret it. */
export function quoted(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}

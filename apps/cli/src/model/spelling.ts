/** A name of code or of the wire as the command line spells it: `forceComplete` and `key_spaces` become `force-complete` and `key-spaces`. */
export function dashed(name: string): string {
  return name
    .replaceAll("_", "-")
    .replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
    .replace(/^-/, "");
}

/** A name as an environment variable spells it, after `REEVE_`. */
export function shouted(name: string): string {
  return dashed(name).replaceAll("-", "_").toUpperCase();
}

/** A word as a shell takes it: in quotes where it would take it for something else. */
export function quoted(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}

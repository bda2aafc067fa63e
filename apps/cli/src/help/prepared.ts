/**
 * Maps a command line to its help page as plain text, for the most used pages: with the commands of `@reeve/service`, and without them. The
 * build fills this map; in the sources it is empty.
 */
export const prepared: ReadonlyMap<string, { readonly text: string; readonly withoutService: string }> = new Map();

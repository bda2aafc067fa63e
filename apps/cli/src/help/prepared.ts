/** Maps a command line to its help page as plain text, for the most used pages. The build fills this map; in the sources it is empty. */
export const prepared: ReadonlyMap<string, string> = new Map();

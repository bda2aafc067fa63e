/** The most used help pages as plain text, by the command line that shows them. The build fills this map; in the sources it is empty. */
export const prepared: ReadonlyMap<string, string> = new Map();

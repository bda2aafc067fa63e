/** The most used help pages as plain text, by the command line that shows them. Only the build fills this map. */
export const prepared: ReadonlyMap<string, string> = new Map();

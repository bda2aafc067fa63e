/** The most used help pages as plain text, by their command lines. The build fills them in; in the sources there are none. */
export const prepared: ReadonlyMap<string, string> = new Map();

/** The most wanted help pages as they are written where nobody looks at them: by the words of their command line. The build puts them in; sources have none. */
export const prepared: ReadonlyMap<string, string> = new Map();

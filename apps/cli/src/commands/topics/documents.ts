/** The folder of the documentation pages, of which the bundle has a copy. */
export const documents = new URL("../../../../../docs/", import.meta.url);

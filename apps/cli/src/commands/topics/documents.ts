/** The folder of the documents, which in a bundle is next to it. */
export const documents = new URL("../../../../../docs/", import.meta.url);

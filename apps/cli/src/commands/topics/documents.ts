/** Where the documents are. In a bundle they lie beside it. */
export const documents = new URL("../../../../../docs/", import.meta.url);

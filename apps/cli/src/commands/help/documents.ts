/** The folder of the documentation pages. The bundle contains a copy of this folder. */
export const documents = new URL("../../../../../docs/", import.meta.url);

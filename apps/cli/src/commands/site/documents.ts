/** The documents that the service serves, and the operation that fetches each of them. */
export const documents: Readonly<Record<string, string>> = {
  "fs-site": "endpoints.fsSite",
  "core-site": "endpoints.coreSite",
};

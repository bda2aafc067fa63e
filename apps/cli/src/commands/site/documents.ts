/** The documents that the service hands out, and the operation that asks for each. */
export const documents: Readonly<Record<string, string>> = {
  "fs-site": "endpoints.fsSite",
  "core-site": "endpoints.coreSite",
};

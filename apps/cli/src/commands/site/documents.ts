/** The documents of the service, and the operation for each. */
export const documents: Readonly<Record<string, string>> = {
  "fs-site": "endpoints.fsSite",
  "core-site": "endpoints.coreSite",
};

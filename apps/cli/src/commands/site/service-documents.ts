/** The documents that the service serves. */
export const serviceDocuments = ["fs-site", "core-site"] as const;

/** Whether the name is that of a document of the service. */
export function isServiceDocument(name: string): name is (typeof serviceDocuments)[number] {
  return (serviceDocuments as readonly string[]).includes(name);
}

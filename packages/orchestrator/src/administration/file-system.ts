/** The administration of a cluster of file system nodes. */
export interface FileSystemAdministration {
  /** A configuration document for clients, computed from the running nodes: XML text. */
  site(document: "fs-site" | "core-site"): Promise<string>;
  /** `host:port` of the coordination service's servers, where there is one and pod specs do not name it. */
  coordinator?(): string;
}

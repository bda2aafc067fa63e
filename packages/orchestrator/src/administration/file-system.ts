/** What can be asked of a cluster of file system nodes. */
export interface FileSystemAdministration {
  /** A document that lets clients connect, computed from what really runs: XML text. */
  site(document: "fs-site" | "core-site"): Promise<string>;
}

import type { FileSystemStatus } from "@reeve/file-system-models";

/** The administration of a cluster of file system nodes. */
export interface FileSystemAdministration {
  /** A configuration document for clients, computed from the running nodes: XML text. */
  site(document: "fs-site" | "core-site"): Promise<string>;
  /** Who is active, how full it is, and which blocks lack copies: as its name nodes say now. */
  status(): Promise<FileSystemStatus>;
  /** `host:port` of the coordination service's servers, where there is one and pod specs do not name it. */
  coordinator?(): string;
}

import type { FileSystemStatus } from "@reeve/file-system-models";

/** Administers a cluster of file system nodes. */
export interface FileSystemAdministration {
  /** Returns a configuration document (XML) with which clients can reach the running nodes. */
  site(document: "fs-site" | "core-site"): Promise<string>;
  /**
   * Returns which name node is active, how full the file system is, and which blocks are under-replicated, as the name nodes report now.
   */
  status(): Promise<FileSystemStatus>;
  /**
   * Returns the addresses (`host:port`) of the coordination servers. An engine lacks this function if there are no coordination servers, or
   * if the pod specs already contain the addresses.
   */
  coordinator?(): string;
}

import type { FileSystemStatus } from "@reeve/file-system-models";

/** Administers a cluster of file system nodes. */
export interface FileSystemAdministration {
  /** Returns a configuration document (XML) for clients, which is computed from the running nodes. */
  site(document: "fs-site" | "core-site"): Promise<string>;
  /** Returns which name node is active, how full the file system is, and which blocks lack copies, as the name nodes report it now. */
  status(): Promise<FileSystemStatus>;
  /**
   * Returns `host:port` of the coordination servers. The method is absent if there are none, or if the pod specs already contain these
   * addresses.
   */
  coordinator?(): string;
}

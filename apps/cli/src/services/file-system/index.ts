import { createFileSystemClient } from "@reeve/file-system-client";
import { fileSystemApi } from "@reeve/file-system-models";
import type { Kind } from "../kind.ts";
import { planShows } from "../shared/plans.ts";
import { podShows } from "../shared/pods.ts";
import { configurationShows } from "./configurations.ts";

/** The distributed file system on the command line. */
export const fileSystem: Kind = {
  api: fileSystemApi,
  createClient: (options) => createFileSystemClient(options as Parameters<typeof createFileSystemClient>[0]),
  shows: { ...planShows, ...podShows, ...configurationShows },
};

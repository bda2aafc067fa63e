import { createFileSystemClient } from "@reeve/file-system-client";
import { fileSystemApi } from "@reeve/file-system-models";
import { pictures } from "@reeve/pictures/file-system";
import type { ServiceKind } from "../kind.ts";
import { planShows } from "../shared/plans.ts";
import { podShows } from "../shared/pods.ts";

/** The distributed file system on the command line. */
export const fileSystem: ServiceKind = {
  api: fileSystemApi,
  pictures,
  createClient: (options) => createFileSystemClient(options as Parameters<typeof createFileSystemClient>[0]),
  shows: { ...planShows, ...podShows },
};

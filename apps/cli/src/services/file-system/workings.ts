import { createFileSystemClient } from "@reeve/file-system-client";
import { pictures } from "@reeve/pictures/file-system";
import type { Workings } from "../kind.ts";
import { configurationShows } from "../shared/configurations.ts";
import { listShows } from "../shared/lists.ts";
import { nodeShows } from "../shared/nodes.ts";
import { planShows } from "../shared/plans.ts";
import { podShows } from "../shared/pods.ts";

/** Everything needed to call a distributed file system. */
export const workings: Workings = {
  pictures,
  createClient: (options) => createFileSystemClient(options as Parameters<typeof createFileSystemClient>[0]),
  shows: { ...nodeShows, ...planShows, ...podShows, ...listShows, ...configurationShows },
};

import { createFileSystemClient, type FileSystemClient } from "@reeve/file-system-client";
import { pictures, statusInWords } from "@reeve/pictures/file-system";
import { shown } from "@reeve/terminal";
import { summaryOfInstance } from "../instance-summary.ts";
import type { ServiceParts } from "../kind.ts";
import { configurationShows } from "../shared/configurations.ts";
import { listShows, podTable } from "../shared/lists.ts";
import { nodeShows } from "../shared/nodes.ts";
import { planShows } from "../shared/plans.ts";
import { podShows } from "../shared/pods.ts";

/** Everything needed to call a distributed file system. */
export const parts: ServiceParts = {
  pictures,
  createClient: (options) => createFileSystemClient(options as Parameters<typeof createFileSystemClient>[0]),
  summary: async (client, options) => statusInWords(await (client as FileSystemClient).status.show({}, options)),
  shows: {
    ...nodeShows,
    ...planShows,
    ...podShows,
    ...listShows,
    ...configurationShows,
    "pods.list": {
      wide: async (names: readonly string[], command) => {
        const [table, summary] = await Promise.all([podTable(names, command), summaryOfInstance(command.session)]);
        return summary === undefined ? table : [...table, "", shown(summary, command.style)];
      },
    },
  },
};

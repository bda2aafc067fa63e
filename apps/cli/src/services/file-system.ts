import { createFileSystemClient, type FileSystemClient } from "@reeve/file-system-client";
import { fileSystemPictures, statusInWords } from "@reeve/pictures/file-system";
import { shown } from "@reeve/terminal";
import type { ServiceParts } from "./kind.ts";
import { summaryOfInstance, wideConfigurations, widePlans, widePods } from "./tables.ts";

/** Everything needed to call a distributed file system. */
export const fileSystemParts: ServiceParts = {
  pictures: fileSystemPictures,
  createClient: (options) => createFileSystemClient(options as Parameters<typeof createFileSystemClient>[0]),
  summary: async (client, options) => {
    const status = await (client as FileSystemClient).status.show({}, options);
    return { text: statusInWords(status), serves: status.active !== null };
  },
  wideTables: {
    plans: widePlans,
    configurations: wideConfigurations,
    pods: async (names: readonly string[], command) => {
      const [table, summary] = await Promise.all([widePods(names, command), summaryOfInstance(command.session)]);
      return table && summary !== undefined ? [...table, "", shown(summary.text, command.style)] : table;
    },
  },
};

import type { WideColumnClient } from "@reeve/wide-column-client";
import type { BackupInput, MaintenanceInput, Started } from "@reeve/wide-column-models";
import type { Show, View } from "../../operations/show.ts";
import { waitOptions } from "../shared/progress.ts";

const clientOf = ({ session }: View) => session.client as WideColumnClient;

/** A run that is started, and can be waited for. */
function run<Input>(name: string, start: (client: WideColumnClient) => Runs<Input>): Show<Started> {
  return {
    table: ({ message }) => [`The ${name} has started.`, ...(message ? [message] : [])],
    wait: async (view, waiting) => ({
      body: await start(clientOf(view)).startAndWait(view.input as Input, waitOptions(view, waiting)),
      words: `The ${name} is complete.`,
    }),
  };
}

interface Runs<Input> {
  startAndWait(input: Input, options: ReturnType<typeof waitOptions>): Promise<Started>;
}

/** The commands of maintenance runs. */
export const maintenanceShows: Readonly<Record<string, Show>> = {
  "cleanup.start": run<MaintenanceInput>("cleanup", ({ cleanup }) => cleanup),
  "repair.start": run<MaintenanceInput>("repair", ({ repair }) => repair),
  "backup.start": run<BackupInput>("backup", ({ backup }) => backup),
  "restore.start": {
    ...run<BackupInput>("restore", ({ restore }) => restore),
    agreement: { act: "restoring", name: ({ session }) => session.service },
  },
};

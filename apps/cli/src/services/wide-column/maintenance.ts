import type { WideColumnClient } from "@reeve/wide-column-client";
import type { BackupInput, MaintenanceInput, Started } from "@reeve/wide-column-models";
import type { CommandContext, CommandExtras } from "../../operations/show.ts";
import { waitOptions } from "../shared/progress.ts";

/** Adds `--wait` to a command that starts maintenance. The wait ends when this maintenance is complete. */
function run<Input>(name: string, start: (client: WideColumnClient) => Runs<Input>): CommandExtras {
  return {
    wait: async (command, waiting) => {
      await start(clientOf(command)).startAndWait(command.input as Input, waitOptions(command, waiting));
      return `The ${name} is complete.`;
    },
  };
}

interface Runs<Input> {
  startAndWait(input: Input, options: ReturnType<typeof waitOptions>): Promise<Started>;
}

function clientOf({ session }: CommandContext): WideColumnClient {
  return session.client as WideColumnClient;
}

/** What the maintenance commands do beyond the declarations of their operations. */
export const maintenanceShows: Readonly<Record<string, CommandExtras>> = {
  "cleanup.start": run<MaintenanceInput>("cleanup", ({ cleanup }) => cleanup),
  "repair.start": run<MaintenanceInput>("repair", ({ repair }) => repair),
  "backup.start": run<BackupInput>("backup", ({ backup }) => backup),
  "restore.start": {
    ...run<BackupInput>("restore", ({ restore }) => restore),
    agreement: { act: "restoring", name: ({ session }) => session.service },
  },
};

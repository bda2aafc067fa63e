import type { WideColumnClient } from "@reeve/wide-column-client";
import type { BackupInput, MaintenanceInput, Started } from "@reeve/wide-column-models";
import type { CommandContext, CommandExtras } from "../../operations/show.ts";
import { waitOptions } from "../shared/progress.ts";

/** Adds `--wait` to a command that starts maintenance. The wait ends when this maintenance is complete. */
function run<Input>(
  name: string,
  start: (client: WideColumnClient) => Runs<Input>,
  placeOf?: (command: CommandContext) => Promise<string | undefined>,
): CommandExtras {
  return {
    wait: async (command, waiting) => {
      await start(clientOf(command)).startAndWait(command.input as Input, waitOptions(command, waiting));
      const place = await placeOf?.(command);
      return place === undefined ? `The ${name} is complete.` : `The ${name} is complete. It is stored in ${place}.`;
    },
  };
}

interface Runs<Input> {
  startAndWait(input: Input, options: ReturnType<typeof waitOptions>): Promise<Started>;
}

function clientOf({ session }: CommandContext): WideColumnClient {
  return session.client as WideColumnClient;
}

/** Returns where the newest backup is stored. Only the Reeve service says it. */
async function placeOfBackup(command: CommandContext): Promise<string | undefined> {
  try {
    const [newest] = await clientOf(command).maintenance.list();
    return newest?.name === "backup" ? newest.place : undefined;
  } catch {
    // The backup has begun, and where it is stored is only a note.
    return undefined;
  }
}

/** What the maintenance commands do beyond the declarations of their operations. */
export const maintenanceShows: Readonly<Record<string, CommandExtras>> = {
  "cleanup.start": run<MaintenanceInput>("cleanup", ({ cleanup }) => cleanup),
  "repair.start": run<MaintenanceInput>("repair", ({ repair }) => repair),
  "backup.start": {
    ...run<BackupInput>("backup", ({ backup }) => backup, placeOfBackup),
    note: async (command) => {
      const place = await placeOfBackup(command);
      return place && `the backup is stored in ${place}`;
    },
  },
  "restore.start": {
    ...run<BackupInput>("restore", ({ restore }) => restore),
    agreement: { act: "restoring", name: ({ session }) => session.service },
  },
};

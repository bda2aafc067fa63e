import { howToConnect, wideColumnPictures } from "@reeve/pictures/wide-column";
import { createWideColumnClient } from "@reeve/wide-column-client";
import { listMaintenance } from "@reeve/wide-column-models";
import type { CommandContext } from "../operations/session.ts";
import type { ServiceParts } from "./kind.ts";

/** Everything needed to call a wide-column database. */
export const wideColumnParts: ServiceParts = {
  pictures: wideColumnPictures,
  createClient: (options) => createWideColumnClient(options as Parameters<typeof createWideColumnClient>[0]),
  howToConnect,
  placeOf: placeOfBackup,
};

/** Returns where the newest backup is stored. Only the Reeve service says it. */
async function placeOfBackup({ session }: CommandContext): Promise<string | undefined> {
  try {
    const [newest] = (await session.call(listMaintenance)).read();
    return newest?.name === "backup" ? newest.place : undefined;
  } catch {
    // The backup has begun, and where it is stored is only a note.
    return undefined;
  }
}

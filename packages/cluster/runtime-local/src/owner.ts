import { ReeveError } from "@reeve/contract";
import { makeFolder } from "@reeve/orchestrator/runtime";
import { explainFailure } from "./failure.ts";
import type { Folders } from "./folders.ts";
import type { Lock, Platform } from "./process/platform.ts";

/** Creates the folders of an instance, and locks them for this service. */
export async function ownFolders({ root, owner, tasks, volumes }: Folders, platform: Platform): Promise<Lock> {
  try {
    for (const folder of [tasks, volumes]) makeFolder(folder);
    const lock = await platform.tryLock(owner);
    if (lock) return lock;
  } catch (error) {
    throw explainFailure(error, `the folder ${root} cannot be used`);
  }
  const pids = await platform.holdersOf(owner);
  const who = pids.length === 0 ? "this process already" : `the process ${pids.join(", ")}`;
  throw new ReeveError("conflict", `${root} is in use by ${who}; stop that process, or choose another folder`);
}

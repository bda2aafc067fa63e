import { readdir, rm } from "node:fs/promises";
import { basename, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Log } from "@reeve/orchestrator/runtime";
import type { Folders, TaskFolder } from "../folders.ts";
import { isFileFree, type Platform } from "../process/platform.ts";
import { killHolders } from "./supervise.ts";
import type { LocalTaskRecord } from "./task-record.ts";
import type { LocalTaskRecords } from "./task-records.ts";

/** How many times to check, at most, whether a killed process has ended. */
const MAX_POLLS = 100;

/** Deletes a task's folder. */
export async function deleteTask({ path }: TaskFolder): Promise<void> {
  await rm(path, { recursive: true, force: true });
}

/** Deletes the secret files of a task that has ended. */
export async function deleteSecrets({ secretFiles = [] }: LocalTaskRecord, { sandbox }: TaskFolder): Promise<void> {
  for (const file of secretFiles) await rm(join(sandbox, file), { force: true }).catch(() => undefined);
}

/** Ends and deletes tasks without a record: the record was lost, or a service was killed while it deleted the task. */
export async function deleteStrays(
  { tasks, task }: Folders,
  {
    records,
    platform,
    log,
  }: { readonly records: Pick<LocalTaskRecords, "all">; readonly platform: Platform; readonly log: Log },
): Promise<void> {
  const known = new Set(records.all().map(({ taskId }) => basename(task(taskId).path)));
  for (const name of await readdir(tasks)) {
    if (known.has(name)) continue;
    const path = join(tasks, name);
    const lock = join(path, "lock");
    if (await isEnded(lock, platform)) await rm(path, { recursive: true, force: true });
    else
      log("warn", "processes of an unknown task could not be stopped, so its folder was not deleted", {
        path,
        pids: await platform.holdersOf(lock),
      });
  }
}

/**
 * Kills the holders of a lock; returns whether all have ended. A process in uninterruptible sleep, on a disk that does not respond,
 * survives every signal.
 */
async function isEnded(lock: string, platform: Platform): Promise<boolean> {
  for (let polls = 0; polls < MAX_POLLS; polls++) {
    if (await isFileFree(lock, platform)) return true;
    await killHolders(lock, platform);
    await sleep(20);
  }
  return isFileFree(lock, platform);
}

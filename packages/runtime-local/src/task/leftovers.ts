import { readdir, rm } from "node:fs/promises";
import { basename, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Log } from "@reeve/orchestrator";
import type { Folders, TaskFolder } from "../folders.ts";
import { isFree, type Platform } from "../process/platform.ts";
import { endHolders } from "./supervise.ts";
import type { TaskRecord } from "./task-record.ts";
import type { TaskRecords } from "./task-records.ts";

/** How often it is seen whether a process that was killed is gone. */
const LOOKS = 100;

/** Deletes what is kept of a task. */
export async function deleteTask({ path }: TaskFolder): Promise<void> {
  await rm(path, { recursive: true, force: true });
}

/** Deletes the files of a task that has ended which secrets are in. */
export async function deleteSecrets({ secretFiles = [] }: TaskRecord, { sandbox }: TaskFolder): Promise<void> {
  for (const file of secretFiles) await rm(join(sandbox, file), { force: true }).catch(() => undefined);
}

/** Ends and deletes tasks of which nothing is written down: their records were lost, or they were being deleted when a service was killed. */
export async function deleteStrays(
  { tasks, task }: Folders,
  {
    records,
    platform,
    log,
  }: { readonly records: Pick<TaskRecords, "all">; readonly platform: Platform; readonly log: Log },
): Promise<void> {
  const known = new Set(records.all().map(({ taskId }) => basename(task(taskId).path)));
  for (const name of await readdir(tasks)) {
    if (known.has(name)) continue;
    const path = join(tasks, name);
    const lock = join(path, "lock");
    if (await isEnded(lock, platform)) await rm(path, { recursive: true, force: true });
    else
      log("warn", "a task that nobody knows does not end; it is left", { path, pids: await platform.holdersOf(lock) });
  }
}

/** Ends what holds a lock. A process that waits for a disk that does not answer stays, whatever it is sent. */
async function isEnded(lock: string, platform: Platform): Promise<boolean> {
  for (let look = 0; look < LOOKS; look++) {
    if (await isFree(lock, platform)) return true;
    await endHolders(lock, platform);
    await sleep(20);
  }
  return isFree(lock, platform);
}

import { readdir, rm } from "node:fs/promises";
import { basename, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Folders, TaskFolder } from "../folders.ts";
import { isFree, type Platform } from "../process/platform.ts";
import { endHolders } from "./supervise.ts";
import type { TaskRecords } from "./task-records.ts";

/** How often it is seen whether a process that was killed is gone. */
const LOOKS = 100;

/** Deletes what is kept of a task. */
export async function deleteTask({ path }: TaskFolder): Promise<void> {
  await rm(path, { recursive: true, force: true });
}

/** Ends and deletes tasks of which nothing is written down: their records were lost, or they were being deleted when a service was killed. */
export async function deleteStrays({ tasks, task }: Folders, records: TaskRecords, platform: Platform): Promise<void> {
  const known = new Set(records.all().map(({ taskId }) => basename(task(taskId).path)));
  for (const name of await readdir(tasks)) {
    if (known.has(name)) continue;
    const path = join(tasks, name);
    const lock = join(path, "lock");
    for (let look = 0; look < LOOKS && !(await isFree(lock, platform)); look++) {
      await endHolders(lock, platform);
      await sleep(20);
    }
    await rm(path, { recursive: true, force: true });
  }
}

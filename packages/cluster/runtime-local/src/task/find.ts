import { setTimeout as sleep } from "node:timers/promises";
import { ReeveError } from "@reeve/contract";
import type { TaskFolder } from "../folders.ts";
import { isFileFree, type Platform } from "../process/platform.ts";
import type { ProcessIdentity } from "../process/spawn.ts";
import { exitLeftBehind } from "./end.ts";
import type { LocalTaskRecord } from "./task-record.ts";

/** What happened to a task that an earlier service started, or was about to start. */
export type TaskMatch =
  | { readonly kind: "runs"; readonly process: ProcessIdentity }
  | { readonly kind: "ended" }
  | { readonly kind: "never started" };

/**
 * Finds a task that an earlier service may have started. The task's lock tells whether any of its processes runs. If a service was killed
 * between starting the process and recording it, the lock is the only trace.
 */
export async function findTask(record: LocalTaskRecord, folder: TaskFolder, platform: Platform): Promise<TaskMatch> {
  const { process } = record;
  if (await isFileFree(folder.lock, platform)) {
    const hasRun = process !== undefined || exitLeftBehind(record, folder) !== undefined;
    return { kind: hasRun ? "ended" : "never started" };
  }
  const leader = process ?? (await leaderOf(folder, platform));
  return leader ? { kind: "runs", process: leader } : { kind: "ended" };
}

/**
 * Finds the process that was started: the leader of the process group whose processes hold the task's lock. The leader itself may have
 * ended.
 */
async function leaderOf({ lock, path }: TaskFolder, platform: Platform): Promise<ProcessIdentity | undefined> {
  for (let attempt = 0; attempt < 40; attempt++) {
    for (const holder of await platform.holdersOf(lock)) {
      const pid = platform.groupOf(holder);
      if (pid !== undefined) return { pid, start: platform.startOf(pid) ?? "ended" };
    }
    if (await isFileFree(lock, platform)) return undefined;
    await sleep(50);
  }
  throw new ReeveError("conflict", `${path} is in use by a process that cannot be seen; it may belong to another user`);
}

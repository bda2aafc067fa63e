import { readFileSync } from "node:fs";
import { readdir, rm } from "node:fs/promises";
import { basename, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { ReeveError } from "@reeve/contract";
import type { Log } from "@reeve/orchestrator/runtime";
import type { Folders, TaskFolder } from "../folders.ts";
import { isFileFree, type Platform } from "../process/platform.ts";
import type { Exit, ProcessIdentity } from "../process/spawn.ts";
import { killHolders } from "./supervise.ts";
import type { LocalEndState, LocalTaskRecord, LocalTaskRecords } from "./task-record.ts";

/**
 * Finds the process of a task that an earlier service may have started. The task's lock tells whether any of its processes runs. If a
 * service was killed between starting the process and recording it, the lock is the only trace.
 */
export async function findTask(
  record: LocalTaskRecord,
  folder: TaskFolder,
  platform: Platform,
): Promise<ProcessIdentity | "ended" | "never started"> {
  const { process } = record;
  if (await isFileFree(folder.lock, platform)) {
    const hasRun = process !== undefined || exitLeftBehind(record, folder) !== undefined;
    return hasRun ? "ended" : "never started";
  }
  return process ?? (await leaderOf(folder, platform)) ?? "ended";
}

/** Finds the leader of the process group that holds the task's lock. The leader itself may have ended. */
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

/** Returns the final state of a task, with a reason if the task should not have ended. */
export function taskEndOf(
  { taskId, oneShot, stopping, placement: ran }: LocalTaskRecord,
  exit: Exit,
  { at, lastWords }: { readonly at: string; readonly lastWords: string },
): LocalEndState {
  if (oneShot && exit?.code === 0) return { taskId, at, state: "finished", ran };
  if (stopping) return { taskId, at, state: "stopped", ran };
  const words = tellsItsEnd(exit, lastWords) ? `: ${lastWords}` : "";
  return { taskId, at, state: "failed", reason: `${howItEnded(exit)}${words}`, ran };
}

/** Whether the last lines say why a task ended: not if it was killed, but if it ended unobserved and they tell of an error. */
function tellsItsEnd(exit: Exit, lastWords: string): boolean {
  if (lastWords === "") return false;
  if (exit === undefined) return /\b(FATAL|ERROR)\b|Exception|OutOfMemory|[Ff]atal error/.test(lastWords);
  return exit.signal !== "SIGKILL" && exit.signal !== "SIGTERM";
}

/** How a task ended while no service was watching. Only a one-shot task has stored its exit code. */
export function exitLeftBehind({ oneShot }: LocalTaskRecord, folder: TaskFolder): Exit {
  if (!oneShot) return undefined;
  try {
    const code = readFileSync(folder.exit, "utf8").trim();
    return /^\d+$/.test(code) ? { code: Number(code), signal: null } : undefined;
  } catch {
    return undefined;
  }
}

function howItEnded(exit: Exit): string {
  if (exit === undefined) return "it ended while no service was watching";
  if (exit.signal) return `it was killed (${exit.signal})`;
  return exit.code === 0 ? "it ended by itself" : `it ended with exit code ${exit.code}`;
}

/** How many times to check, at most, whether a killed process has ended. */
const MAX_POLLS = 100;

/** Deletes the secret files of a task that has ended. */
export async function deleteSecrets({ secretFiles = [] }: LocalTaskRecord, { sandbox }: TaskFolder): Promise<void> {
  for (const file of secretFiles) await rm(join(sandbox, file), { force: true }).catch(() => undefined);
}

/** Ends and deletes tasks without a record: the record was lost, or a service was killed while it deleted the task. */
export async function deleteStrays(
  { tasks, task }: Folders,
  { records, platform, log }: { readonly records: Pick<LocalTaskRecords, "all">; readonly platform: Platform; readonly log: Log },
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

/** Kills the holders of a lock; returns whether all have ended. A process that waits for a dead disk survives every signal. */
async function isEnded(lock: string, platform: Platform): Promise<boolean> {
  for (let polls = 0; polls < MAX_POLLS; polls++) {
    if (await isFileFree(lock, platform)) return true;
    await killHolders(lock, platform);
    await sleep(20);
  }
  return isFileFree(lock, platform);
}

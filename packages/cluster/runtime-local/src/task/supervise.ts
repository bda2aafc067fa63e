import type { ChildProcess } from "node:child_process";
import type { Clock, Log } from "@reeve/orchestrator/runtime";
import { isFileFree, keepProcessAlive, type Platform } from "../process/platform.ts";
import { type Exit, type ProcessIdentity, signalGroup, signalOne, watchAdopted, watchChild } from "../process/spawn.ts";

export type Supervisor = ReturnType<typeof supervise>;

export interface Supervised {
  readonly started: ProcessIdentity;
  /** The child process; undefined for an adopted task. */
  readonly child?: ChildProcess;
  /** The lock file that all processes of the task hold. */
  readonly lock: string;
  readonly platform: Platform;
  readonly clock: Clock;
  readonly log: Log;
  /** Called once all processes of the task have ended. */
  readonly over: (exit: Exit) => void;
}

/** Milliseconds after which a process that does not end is logged. */
const WARN_AFTER = 10_000;

/**
 * Watches a task until all of its processes have ended. If the main process ends by itself, the task's other processes are killed. If the
 * task was stopped, its other processes get the remaining grace period. All processes of the task hold the task's lock, so a free lock
 * shows that none is left.
 */
export function supervise({ started, child, lock, platform, clock, log, over }: Supervised) {
  const { pid, start } = started;
  let stopping = false;
  let late = false;
  let released = false;
  let isOver = false;
  let cancelDeadline = () => {};
  let sleep = () => {};
  const ended = (exit: Exit) => {
    if (!stopping && child) signalGroup(pid, "SIGKILL");
    void outlive(exit);
  };
  const unwatch = child ? watchChild(child, ended) : watchAdopted(started, platform, clock, ended);

  async function outlive(exit: Exit): Promise<void> {
    const begun = clock.now();
    let isReported = false;
    // If the check fails, it is repeated: the system may refuse it for a while, for instance when it runs out of processes.
    for (let polls = 0; !(await isFileFree(lock, platform).catch(() => false)); polls++) {
      if (released) return;
      if (!stopping || late) await killHolders(lock, platform).catch(() => undefined);
      if (!isReported && clock.now() - begun > WARN_AFTER && (!stopping || late)) {
        isReported = true;
        log("warn", "processes of a task do not end", { lock, pids: await platform.holdersOf(lock).catch(() => []) });
      }
      await new Promise<void>((resolve) => clock.after(Math.min(5 * 2 ** polls, 250), resolve));
    }
    rest();
    if (!released) over(exit);
  }

  /** Asks the task to end, and kills it after `grace` seconds. */
  function stop(grace: number): void {
    if (stopping || isOver) return;
    stopping = true;
    // From here on, the task's end may be all that this process waits for, so this process is kept alive.
    sleep = keepProcessAlive();
    // The process may have ended unnoticed. Its pid may then belong to another process.
    if (child || platform.startOf(pid) === start) signalGroup(pid, "SIGTERM");
    cancelDeadline = clock.after(grace * 1000, () => {
      late = true;
      if (platform.startOf(pid) === start) signalGroup(pid, "SIGKILL");
    });
  }

  function rest(): void {
    isOver = true;
    cancelDeadline();
    sleep();
  }

  return {
    stop,
    /** Stops watching the task, which keeps running. */
    letGo(): void {
      released = true;
      unwatch();
      rest();
    },
  };
}

/** Kills all processes that have a file open, even those outside the group. */
export async function killHolders(file: string, platform: Platform): Promise<void> {
  for (const pid of await platform.holdersOf(file)) signalOne(pid, "SIGKILL");
}

import type { ChildProcess } from "node:child_process";
import type { Clock, Log } from "@reeve/orchestrator";
import { keepProcessAlive } from "../keep-process-alive.ts";
import { isFree, type Platform } from "../process/platform.ts";
import { type ProcessIdentity, signalGroup, signalOne } from "../process/spawn.ts";
import { type Exit, watchAdopted, watchChild } from "../process/watch.ts";

/** Watches a running task. */
export interface Supervisor {
  /** Asks it to end, and kills it after so many seconds. */
  stop(grace: number): void;
  /** Stops watching. */
  letGo(): void;
}

export interface Supervised {
  readonly started: ProcessIdentity;
  /** The child process; an adopted task has none. */
  readonly child?: ChildProcess;
  /** The file that all processes of the task hold a lock on. */
  readonly lock: string;
  readonly platform: Platform;
  readonly clock: Clock;
  readonly log: Log;
  /** Called once all its processes have ended. */
  readonly over: (exit: Exit) => void;
}

/** Milliseconds until a warning says that something does not end. */
const WARN_AFTER = 10_000;

/**
 * Watches a task until all of its processes have ended. When its main process ends by itself, the rest is killed; when it was stopped, the
 * rest has the remaining grace. The task's lock, which all of them hold, tells when none is left.
 */
export function supervise({ started, child, lock, platform, clock, log, over }: Supervised): Supervisor {
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
    // What the system refuses now it may grant later; refusals are most likely on a machine that is out of processes.
    for (let polls = 0; !(await isFree(lock, platform).catch(() => false)); polls++) {
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

  function stop(grace: number): void {
    if (stopping || isOver) return;
    stopping = true;
    // A process that only waits for this end must stay alive until then.
    sleep = keepProcessAlive();
    // The pid may have been reused if the end was not noticed yet.
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
    letGo: () => {
      released = true;
      unwatch();
      rest();
    },
  };
}

/** Kills all processes that hold a file, also those outside the group. */
export async function killHolders(file: string, platform: Platform): Promise<void> {
  for (const pid of await platform.holdersOf(file)) signalOne(pid, "SIGKILL");
}

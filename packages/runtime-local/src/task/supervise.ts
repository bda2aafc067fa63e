import type { ChildProcess } from "node:child_process";
import type { Clock, Log } from "@reeve/orchestrator";
import { stayAwake } from "../awake.ts";
import { isFree, type Platform } from "../process/platform.ts";
import { type ProcessIdentity, signalGroup, signalOne } from "../process/spawn.ts";
import { type Exit, watchAdopted, watchChild } from "../process/watch.ts";

/** Somebody who sees to a task that runs. */
export interface Supervisor {
  /** Asks it to end, and makes it after so many seconds. */
  stop(grace: number): void;
  /** Looks at it no more. */
  letGo(): void;
}

export interface Supervised {
  readonly started: ProcessIdentity;
  /** Where it is one of ours; an earlier service's is not. */
  readonly child?: ChildProcess;
  /** The file that all processes of the task hold a lock on. */
  readonly lock: string;
  readonly platform: Platform;
  readonly clock: Clock;
  readonly log: Log;
  /** Called once nothing of it is left. */
  readonly over: (exit: Exit) => void;
}

/** Milliseconds until it is said that something cannot be ended. */
const STUBBORN = 10_000;

/**
 * Sees to a task until nothing of it is left. When the process that was started ends by itself, whatever it started is ended with it; when
 * it was asked to, the rest has as much time as it has. That nothing is left is known by the task's lock, which all of them hold.
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
    let told = false;
    // What the system refuses now, it may grant later: a machine without room for one more process is when it matters.
    for (let look = 0; !(await isFree(lock, platform).catch(() => false)); look++) {
      if (released) return;
      if (!stopping || late) await endHolders(lock, platform).catch(() => undefined);
      if (!told && clock.now() - begun > STUBBORN && (!stopping || late)) {
        told = true;
        log("warn", "processes of a task do not end", { lock, pids: await platform.holdersOf(lock).catch(() => []) });
      }
      await new Promise<void>((resolve) => clock.after(Math.min(5 * 2 ** look, 250), resolve));
    }
    rest();
    if (!released) over(exit);
  }

  function stop(grace: number): void {
    if (stopping || isOver) return;
    stopping = true;
    // A process that only waits for this end must not end before it.
    sleep = stayAwake();
    // Its number may be another's by now, if nobody has told yet that it has ended.
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

/** Kills what holds a file, wherever it has gone. */
export async function endHolders(file: string, platform: Platform): Promise<void> {
  for (const pid of await platform.holdersOf(file)) signalOne(pid, "SIGKILL");
}

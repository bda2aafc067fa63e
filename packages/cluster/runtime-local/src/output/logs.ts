import type { Clock, Log } from "@reeve/orchestrator/runtime";
import type { Folders } from "../folders.ts";
import { lastWords } from "./last-words.ts";
import { type Output, type OutputLimits, openOutput } from "./output.ts";

/** The output of all tasks of one instance. */
export interface Logs {
  of(taskId: string): Output;
  lastWords(taskId: string): Promise<string>;
  /** Forgets the output of a task whose record is dropped. */
  forget(taskId: string): void;
  close(): void;
}

export interface LogsOptions {
  readonly folders: Folders;
  readonly limits: OutputLimits;
  readonly clock: Clock;
  readonly log: Log;
  /** The running tasks, whose files grow. */
  readonly running: () => Iterable<string>;
}

/** Milliseconds between two checks of the files' sizes. */
const POLL_INTERVAL = 2000;

export function openLogs({ folders, limits, clock, log, running }: LogsOptions): Logs {
  const outputs = new Map<string, Output>();
  let closed = false;
  let cancel = clock.after(POLL_INTERVAL, rotate);

  function of(taskId: string): Output {
    const output = outputs.get(taskId) ?? openOutput(folders.task(taskId).path, limits);
    outputs.set(taskId, output);
    return output;
  }

  async function rotate(): Promise<void> {
    for (const taskId of running()) {
      try {
        await of(taskId).rotate();
      } catch (error) {
        log("warn", "a log could not be rotated", { task: taskId, reason: String(error) });
      }
    }
    if (!closed) cancel = clock.after(POLL_INTERVAL, rotate);
  }

  return {
    of,
    lastWords: (taskId) => lastWords(of(taskId)),
    forget: (taskId) => outputs.delete(taskId),
    close: () => {
      closed = true;
      cancel();
    },
  };
}

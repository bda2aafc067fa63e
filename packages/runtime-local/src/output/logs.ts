import type { Clock, Log, LogRequest } from "@reeve/orchestrator";
import { stayAwake } from "../awake.ts";
import type { Folders } from "../folders.ts";
import type { TaskRecord } from "../task/task-record.ts";
import { lastWords } from "./last-words.ts";
import { type Output, type OutputLimits, openOutput } from "./output.ts";
import { positionOfTail, readFrom } from "./read-log.ts";

/** What all tasks of one instance print. */
export interface Logs {
  of(taskId: string): Output;
  lastWords(taskId: string): Promise<string>;
  read(request: LogRequest): AsyncGenerator<Uint8Array>;
  /** Lets go of the files of a task that is forgotten. */
  forget(taskId: string): void;
  close(): void;
}

export interface LogsOptions {
  readonly folders: Folders;
  readonly limits: OutputLimits;
  readonly clock: Clock;
  readonly log: Log;
  /** The tasks that run: their files grow. */
  readonly running: () => Iterable<string>;
  /** The task of a node that was launched last; the one of a name where that is given. */
  readonly newest: (node: string, task: string | undefined) => TaskRecord | undefined;
}

/** Milliseconds between two looks at how large files have become, and at what is new for those who follow. */
const ROTATE = 2000;
const FOLLOW = 200;

export function openLogs({ folders, limits, clock, log, running, newest }: LogsOptions): Logs {
  const outputs = new Map<string, Output>();
  let closed = false;
  let cancel = clock.after(ROTATE, rotate);

  function of(taskId: string): Output {
    const output = outputs.get(taskId) ?? openOutput(folders.task(taskId).path, limits);
    outputs.set(taskId, output);
    return output;
  }

  async function rotate(): Promise<void> {
    for (const taskId of running()) {
      await of(taskId)
        .rotate()
        .catch((error) => log("warn", "a log could not be rotated", { task: taskId, reason: String(error) }));
    }
    if (!closed) cancel = clock.after(ROTATE, rotate);
  }

  async function* read({ node, task, tail, follow = false, signal }: LogRequest): AsyncGenerator<Uint8Array> {
    let current: string | undefined;
    let position = 0;
    while (!closed && !signal?.aborted) {
      const { taskId, ended } = newest(node, task) ?? {};
      if (taskId !== undefined && current === undefined) {
        current = taskId;
        position = tail === undefined ? 0 : await positionOfTail(of(taskId), tail);
      }
      if (current !== undefined) position = yield* readFrom(of(current), position);
      if (!follow) return;
      // A later launch begins where the one before it has ended: nothing of that can come any more.
      if (taskId !== undefined && taskId !== current) [current, position] = [taskId, 0];
      else await pause(ended ? ROTATE : FOLLOW, signal);
    }
  }

  function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve) => {
      const sleep = stayAwake();
      const over = () => {
        sleep();
        cancelPause();
        signal?.removeEventListener("abort", over);
        resolve();
      };
      const cancelPause = clock.after(milliseconds, over);
      signal?.addEventListener("abort", over);
    });
  }

  return {
    of,
    lastWords: (taskId) => lastWords(of(taskId)),
    read,
    forget: (taskId) => outputs.delete(taskId),
    close: () => {
      closed = true;
      cancel();
    },
  };
}

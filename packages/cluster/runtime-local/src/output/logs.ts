import { stripVTControlCharacters } from "node:util";
import type { Clock, Log } from "@reeve/orchestrator/runtime";
import type { Folders } from "../folders.ts";
import { readRange } from "./excerpt.ts";
import { type OutputLimits, openOutput, type TaskOutput } from "./output.ts";

/** The maximum number of lines at the end of a task's output that become the reason of its end, and of characters of each of them. */
const LINES = 3;
const LETTERS = 300;

interface LogsOptions {
  readonly folders: Folders;
  readonly limits: OutputLimits;
  readonly clock: Clock;
  readonly log: Log;
  /** The running tasks, whose files grow. */
  readonly running: () => Iterable<string>;
}

const POLL_INTERVAL = 2000;

/** The output of all tasks of one instance. */
export function openLogs({ folders, limits, clock, log, running }: LogsOptions) {
  const outputs = new Map<string, TaskOutput>();
  let closed = false;
  let cancel = clock.after(POLL_INTERVAL, rotate);

  function of(taskId: string): TaskOutput {
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
    lastWords: (taskId: string) => lastWords(of(taskId)),
    /** Forgets the output of a task whose record is dropped. */
    forget: (taskId: string) => outputs.delete(taskId),
    close(): void {
      closed = true;
      cancel();
    },
  };
}

/** The last lines of a task's output as the reason of its end, without indented lines such as those of stack traces. */
export async function lastWords(output: TaskOutput): Promise<string> {
  const { to } = await output.range();
  const text = stripVTControlCharacters((await readRange(output, to - 16_384, to)).toString("utf8"));
  const lines = text.split("\n").filter((line) => /^\S/.test(line));
  // The beginning of a line says most: an exception begins with its class, and often with the name that is missing.
  return lines.slice(-LINES).map(shortened).join(" / ");
}

function shortened(line: string): string {
  const text = line.trimEnd();
  return text.length > LETTERS ? `${text.slice(0, LETTERS)}…` : text;
}

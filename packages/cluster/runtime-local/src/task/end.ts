import { readFileSync } from "node:fs";
import type { TaskFolder } from "../folders.ts";
import type { Exit } from "../process/watch.ts";
import type { LocalEndState, LocalTaskRecord } from "./task-record.ts";

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

/**
 * Whether the last lines of the output say why a task ended. A process that is killed cannot write why, and its last lines would only mislead.
 * If nobody saw how it ended, lines about an error are probably the reason.
 */
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

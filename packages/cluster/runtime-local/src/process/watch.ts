import type { ChildProcess } from "node:child_process";
import type { Clock } from "@reeve/orchestrator/runtime";
import type { Platform } from "./platform.ts";
import type { ProcessIdentity } from "./spawn.ts";

/** How a process ended; undefined if this is unknown, because the process was not a child of this process. */
export type Exit = { readonly code: number | null; readonly signal: NodeJS.Signals | null } | undefined;

/** Calls `over` when a child process has ended, unless the returned function was called before. */
export function watchChild(child: ChildProcess, over: (exit: Exit) => void): () => void {
  if (child.exitCode !== null || child.signalCode !== null) {
    over({ code: child.exitCode, signal: child.signalCode });
    return () => undefined;
  }
  const ended = (code: number | null, signal: NodeJS.Signals | null) => over({ code, signal });
  child.once("exit", ended);
  return () => child.off("exit", ended);
}

/** Milliseconds between two checks of a process that is not a child, because no event reports the end of such a process. */
const POLL_INTERVAL = 250;

/** Calls `over` when a process that an earlier service started has ended, unless the returned function was called before. */
export function watchAdopted(
  { pid, start }: ProcessIdentity,
  platform: Platform,
  clock: Clock,
  over: (exit: Exit) => void,
): () => void {
  let cancel = () => {};
  const poll = (): void => {
    if (platform.startOf(pid) === start) cancel = clock.after(POLL_INTERVAL, poll);
    else over(undefined);
  };
  cancel = clock.after(0, poll);
  return () => cancel();
}

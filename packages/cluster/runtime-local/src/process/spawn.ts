import { type ChildProcess, spawn } from "node:child_process";
import type { Clock } from "@reeve/orchestrator/runtime";
import type { Platform } from "./platform.ts";

/** A process on this machine. Its start time distinguishes it from a later process with the same pid. */
export interface ProcessIdentity {
  readonly pid: number;
  readonly start: string;
}

interface ProcessRequest {
  readonly command: string;
  readonly folder: string;
  readonly environment: Readonly<Record<string, string>>;
  /** The file to which stdout and stderr are appended. */
  readonly output: number;
  /** Locks that the process and all its descendants hold as long as they live. */
  readonly locks: readonly number[];
  /** The file for the exit code. If this field is set, a shell runs the command, waits for its end, and writes the file. */
  readonly exit?: string;
}

export interface StartedProcess extends ProcessIdentity {
  readonly child: ChildProcess;
}

/** Starts a command in its own session, so that it outlives this process. */
export function startProcess(request: ProcessRequest, platform: Platform): Promise<StartedProcess> {
  const { command, exit, folder, environment, output, locks } = request;
  const args = exit === undefined ? ["-c", `${PRIVATE}${command}`] : ["-c", KEEP_CODE, "once", command, exit];
  const child = spawn("/bin/sh", args, {
    cwd: folder,
    env: environment,
    detached: true,
    stdio: ["ignore", output, output, ...locks],
  });
  child.unref();
  const { pid } = child;
  if (pid === undefined) return new Promise((_, reject) => child.once("error", reject));
  // The child cannot have been reaped yet, because reaping happens in a later turn of the event loop.
  return Promise.resolve({ pid, start: platform.startOf(pid) ?? "ended", child });
}

/** The files that a task writes can be read only by its user, whatever the umask of the service is. */
const PRIVATE = "umask 077; ";

const KEEP_CODE = `${PRIVATE}/bin/sh -c "$1"; code=$?; echo "$code" > "$2"; exit "$code"`;

/** Sends a signal to a process group. */
export function signalGroup(pid: number, signal: NodeJS.Signals): void {
  signalOne(-pid, signal);
}

/** Sends a signal to one process. */
export function signalOne(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // The process has ended already.
  }
}

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
export function watchAdopted({ pid, start }: ProcessIdentity, platform: Platform, clock: Clock, over: (exit: Exit) => void): () => void {
  let cancel = () => {};
  const poll = (): void => {
    if (platform.startOf(pid) === start) cancel = clock.after(POLL_INTERVAL, poll);
    else over(undefined);
  };
  cancel = clock.after(0, poll);
  return () => cancel();
}

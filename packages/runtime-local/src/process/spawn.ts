import { type ChildProcess, spawn } from "node:child_process";
import type { Platform } from "./platform.ts";

/** A process of this machine. Its start time tells it apart from a later process with the same pid. */
export interface ProcessIdentity {
  readonly pid: number;
  readonly start: string;
}

export interface ProcessRequest {
  readonly command: string;
  readonly folder: string;
  readonly environment: Readonly<Record<string, string>>;
  /** The file that its stdout and stderr are appended to. */
  readonly output: number;
  /** Locks that it holds as long as it, or anything that it started, lives. */
  readonly locks: readonly number[];
  /** The file for its exit code; with it, the shell around the command keeps running in order to write it. */
  readonly exit?: string;
}

export interface Started extends ProcessIdentity {
  readonly child: ChildProcess;
}

/** Starts a command in a session of its own, so that it outlives this process. */
export function startProcess(request: ProcessRequest, platform: Platform): Promise<Started> {
  const { command, exit, folder, environment, output, locks } = request;
  const args = exit === undefined ? ["-c", command] : ["-c", KEEP_CODE, "once", command, exit];
  const child = spawn("/bin/sh", args, {
    cwd: folder,
    env: environment,
    detached: true,
    stdio: ["ignore", output, output, ...locks],
  });
  child.unref();
  const { pid } = child;
  if (pid === undefined) return new Promise((_, reject) => child.once("error", reject));
  // The child cannot have been reaped yet: that happens in a later turn of the event loop.
  return Promise.resolve({ pid, start: platform.startOf(pid) ?? "ended", child });
}

const KEEP_CODE = '/bin/sh -c "$1"; code=$?; echo "$code" > "$2"; exit "$code"';

/** Sends a signal to a process group; false where none of it lives. */
export function signalGroup(pid: number, signal: NodeJS.Signals): boolean {
  return send(-pid, signal);
}

/** Sends a signal to one process. */
export function signalOne(pid: number, signal: NodeJS.Signals): boolean {
  return send(pid, signal);
}

function send(target: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(target, signal);
  } catch {
    return false;
  }
}

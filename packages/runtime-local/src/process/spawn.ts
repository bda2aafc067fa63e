import { type ChildProcess, spawn } from "node:child_process";
import type { Platform } from "./platform.ts";

/** A process of this machine. When it started tells it apart from a later one that got its number. */
export interface ProcessIdentity {
  readonly pid: number;
  readonly start: string;
}

export interface ProcessRequest {
  readonly command: string;
  readonly folder: string;
  readonly environment: Readonly<Record<string, string>>;
  /** The file that both of its outputs are appended to. */
  readonly output: number;
  /** What it is to hold as long as it, or anything that it started, lives. */
  readonly locks: readonly number[];
  /** Where its code is written when it ends; the shell stays for that. */
  readonly exit?: string;
}

export interface Started extends ProcessIdentity {
  readonly child: ChildProcess;
}

/** Starts a command in a session of its own, so that nothing which ends this process ends it. */
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
  // It cannot have been collected yet: that happens in a later turn.
  return Promise.resolve({ pid, start: platform.startOf(pid) ?? "ended", child });
}

const KEEP_CODE = '/bin/sh -c "$1"; code=$?; echo "$code" > "$2"; exit "$code"';

/** Sends a signal to a process and all that it started; false where there is none of them. */
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

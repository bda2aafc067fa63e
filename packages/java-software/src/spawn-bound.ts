import { type ChildProcess, spawn } from "node:child_process";
import type { Environment } from "./programs.ts";

export interface BoundOptions {
  readonly environment: Environment;
  readonly signal?: AbortSignal | undefined;
  /** What to do with its output. */
  readonly output: "pipe" | "ignore";
}

/**
 * Starts a program that ends with this process, however that ends: a shell beside it waits for the end of a pipe that only this process
 * holds, and kills both. As a member of their process group it also keeps the group's number in use. The signal kills the group, too.
 */
export function spawnBound(
  program: string,
  args: readonly string[],
  { environment, signal, output }: BoundOptions,
): ChildProcess {
  const child = spawn("/bin/sh", ["-c", SCRIPT, "sh", program, ...args], {
    env: { ...environment },
    detached: true,
    stdio: ["pipe", output, output],
  });
  const end = () => killGroup(child);
  child.once("exit", () => {
    signal?.removeEventListener("abort", end);
    end();
  });
  if (signal?.aborted) end();
  else signal?.addEventListener("abort", end);
  return child;
}

const SCRIPT = 'exec 3<&0; { read -r _ <&3; kill -9 "-$$"; } >/dev/null 2>&1 & exec "$@" </dev/null 3<&-';

function killGroup({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, "SIGKILL");
  } catch {
    // The whole group has ended already.
  }
}

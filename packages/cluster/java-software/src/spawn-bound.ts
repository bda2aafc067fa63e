import { type ChildProcess, spawn } from "node:child_process";
import type { ProgramEnvironment } from "./programs.ts";

interface BoundOptions {
  readonly environment: ProgramEnvironment;
  readonly signal?: AbortSignal | undefined;
  /** `pipe` if the caller reads the output of the program. */
  readonly output: "pipe" | "ignore";
}

/**
 * Starts a program that ends when this process ends, even if this process is killed. A shell in the program's process group reads from a
 * pipe that only this process holds open. When the pipe ends, the shell kills the group. While the shell lives, the system cannot give the
 * id of the group to another group. An abort of the signal kills the group as well.
 */
export function spawnBound(program: string, args: readonly string[], { environment, signal, output }: BoundOptions): ChildProcess {
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
    // All processes of the group have ended already.
  }
}

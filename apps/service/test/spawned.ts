import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { UpReport } from "../src/in-folder/start-in-folder.ts";

/** The service as a separate process. */
export interface Spawned extends UpReport {
  readonly token: string;
  readonly child: ChildProcess;
  readonly fetch: typeof globalThis.fetch;
  /** The process's stderr so far. */
  stderr(): string;
  signal(name: NodeJS.Signals): void;
  /** Resolves with the exit code, or the signal. */
  ended(): Promise<number | string>;
}

const MAIN = join(import.meta.dirname, "../src/main.ts");

/** Starts the program and waits for its report. */
export async function spawnReeve(...flags: readonly string[]): Promise<Spawned> {
  const child = spawn(process.execPath, [MAIN, "--json", "--show-token", ...flags], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  let stderr = "";
  child.stderr.on("data", (chunk) => {
    stderr += chunk;
  });
  const end = once(child, "exit").then(([code, signal]) => (code ?? signal) as number | string);
  const line = await new Promise<string>((resolve, reject) => {
    let printed = "";
    child.stdout.on("data", (chunk) => {
      printed += chunk;
      if (printed.includes("\n")) resolve(printed);
    });
    void end.then((code) => reject(new Error(`it ended with ${code}: ${stderr}`)));
  });
  return {
    ...(JSON.parse(line) as UpReport & { readonly token: string }),
    child,
    fetch,
    stderr: () => stderr,
    signal: (name) => void child.kill(name),
    ended: () => end,
  };
}

import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

/** Simulated machines of a cluster. */
export interface Machines {
  readonly ready: Promise<unknown>;
  /** Makes a machine silent. */
  lose(name: string): void;
  end(): Promise<void>;
}

/** Starts the simulated machines in a process of their own, so that this process is only the service. */
export function simulateMachines(kubeconfig: string, count: number): Machines {
  const program = join(import.meta.dirname, "simulated-machines.ts");
  const child = spawn(process.execPath, [program, kubeconfig, String(count)], { stdio: ["pipe", "pipe", "inherit"] });
  return {
    ready: once(child.stdout, "data"),
    lose: (name) => child.stdin.write(`lose ${name}\n`),
    async end() {
      const ended = once(child, "exit");
      child.stdin.end();
      await ended;
    },
  };
}

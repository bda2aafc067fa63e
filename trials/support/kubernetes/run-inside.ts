import { spawn } from "node:child_process";
import { join } from "node:path";
import { inNetwork } from "./lab.ts";

/**
 * Runs a program of this folder in the network of the cluster's node, because only there the names of pods resolve. Resolves with its exit
 * code.
 */
export function runInside(program: string, kubeconfig: string, ...values: readonly string[]): Promise<number> {
  const [command, args] = inNetwork(process.execPath, join(import.meta.dirname, program), ...values);
  const child = spawn(command, args, {
    stdio: "inherit",
    env: { ...process.env, KUBECONFIG: kubeconfig, OUTSIDE: String(process.pid) },
  });
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code) => resolve(code ?? 1));
  });
}

import type { ServiceProgram } from "../service-program.ts";

/** How often a part of the day is repeated. Without it, the parts are skipped. */
export const runs = Number(process.env.REEVE_BAD_DAY_RUNS ?? 0);

/** Kills the service and all of its nodes at once. */
export async function killEverything(service: ServiceProgram<unknown>): Promise<void> {
  for (const pids of service.processes().values()) for (const pid of pids) process.kill(pid, "SIGKILL");
  await service.kill();
}

/** Sends a signal to the processes of some nodes; by default to those of all nodes. */
export function signalNodes(service: ServiceProgram<unknown>, signal: NodeJS.Signals, node = ""): void {
  for (const [task, pids] of service.processes()) {
    if (task.startsWith(node)) for (const pid of pids) process.kill(pid, signal);
  }
}

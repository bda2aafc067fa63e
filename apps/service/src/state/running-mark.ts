import type { Log } from "@reeve/orchestrator";
import type { Keep } from "./state-folder.ts";

/** The file that exists while a service runs with the state. */
const MARK = "running.json";

/** Marks the state as in use, until the returned function is called at the end of the service. */
export function markRunning(
  keep: Keep,
  now: () => number,
  log: Log,
): { readonly wasKilled: boolean; readonly end: () => void } {
  const wasKilled = keep.read(MARK) !== undefined;
  try {
    keep.write(MARK, `${JSON.stringify({ pid: process.pid, started: new Date(now()).toISOString() })}\n`);
  } catch (error) {
    // The service must also start on a full disk.
    log("warn", "not-marked", { reason: error instanceof Error ? error.message : String(error) });
  }
  return { wasKilled, end: () => keep.remove(MARK) };
}

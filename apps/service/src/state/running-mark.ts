import { utimesSync } from "node:fs";
import type { Log } from "@reeve/orchestrator";
import { describeRun, END_FILE, type LastEnd, lastEndOf, MARK_FILE } from "./last-end.ts";
import type { Keep } from "./state-folder.ts";

/** How often the mark is touched, in milliseconds, so that the next start knows when the service last ran. */
const BEAT = 10_000;

/** Marks the state as in use, until the returned function is called at the end of the service. */
export function markRunning(
  keep: Keep,
  state: string | undefined,
  now: () => number,
  log: Log,
): { readonly lastEnd: LastEnd | undefined; readonly end: () => void } {
  const left = keep.read(MARK_FILE);
  const lastEnd = left === undefined || state === undefined ? undefined : lastEndOf(left, state);
  if (lastEnd) log("warn", "ended-uncleanly", { ...lastEnd });
  try {
    keep.remove(END_FILE);
    keep.write(MARK_FILE, `${JSON.stringify(describeRun(state, now()))}\n`);
  } catch (error) {
    // The service must also start on a full disk.
    log("warn", "not-marked", { reason: error instanceof Error ? error.message : String(error) });
  }
  const stop = beat(keep.path(MARK_FILE));
  return {
    lastEnd,
    end: () => {
      stop();
      keep.remove(MARK_FILE);
    },
  };
}

function beat(path: string | undefined): () => void {
  if (path === undefined) return () => undefined;
  const timer = setInterval(() => {
    try {
      utimesSync(path, new Date(), new Date());
    } catch {
      // The folder may have been removed, or the disk may be read-only.
    }
  }, BEAT).unref();
  return () => clearInterval(timer);
}

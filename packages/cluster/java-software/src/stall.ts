import { ReeveError } from "@reeve/contract";
import { VARIABLE } from "./repository.ts";

/**
 * Timeouts of a download that makes no progress, in milliseconds. After `reportAfter` the stall is reported, and after `abortAfter` the
 * download fails.
 */
export interface StallLimits {
  readonly reportAfter: number;
  readonly abortAfter: number;
}

/** The default limits. Even a slow repository answers or sends a few kilobytes within a minute. */
export const STALL_LIMITS: StallLimits = { reportAfter: 60_000, abortAfter: 300_000 };

/** Measures how long a download has made no progress. */
export interface StallWatch {
  /** Records that the download has made progress. */
  progress(): void;
  /** Returns the number of whole seconds without progress; undefined before `reportAfter`. After `abortAfter`, aborts the signal. */
  check(): number | undefined;
  readonly signal: AbortSignal;
}

export function watchForStall({ reportAfter, abortAfter }: StallLimits, repository: string): StallWatch {
  const abandon = new AbortController();
  let since = performance.now();
  return {
    signal: abandon.signal,
    progress() {
      since = performance.now();
    },
    check() {
      const lasted = performance.now() - since;
      if (lasted >= abortAfter) abandon.abort(tooLong(lasted, repository));
      return lasted < reportAfter ? undefined : Math.floor(lasted / 1000);
    },
  };
}

function tooLong(lasted: number, repository: string): ReeveError {
  return new ReeveError(
    "not-found",
    `${repository} has sent nothing for ${Math.round(lasted / 1000)} s: check the network and https_proxy, or set ${VARIABLE} to a mirror of Maven Central, and try again`,
  );
}

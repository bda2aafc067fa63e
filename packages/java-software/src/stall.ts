import { ReeveError } from "@reeve/contract";

/** Timeouts in milliseconds without progress: after the first, the stall is reported; after the second, the download fails. */
export interface StallLimits {
  readonly reportAfter: number;
  readonly abortAfter: number;
}

/** The default limits. Even a slow registry answers, or sends a few kilobytes, in less time than either of them. */
export const STALL_LIMITS: StallLimits = { reportAfter: 60_000, abortAfter: 300_000 };

/** Measures how long a download has made no progress. */
export interface StallWatch {
  /** Records that the download has made progress. */
  progress(): void;
  /** Returns the whole seconds without progress; undefined before `reportAfter`. After `abortAfter`, aborts the signal. */
  check(): number | undefined;
  readonly signal: AbortSignal;
}

export function watchForStall({ reportAfter, abortAfter }: StallLimits): StallWatch {
  const abandon = new AbortController();
  let since = performance.now();
  return {
    signal: abandon.signal,
    progress() {
      since = performance.now();
    },
    check() {
      const lasted = performance.now() - since;
      if (lasted >= abortAfter) abandon.abort(tooLong(lasted));
      return lasted < reportAfter ? undefined : Math.floor(lasted / 1000);
    },
  };
}

function tooLong(lasted: number): ReeveError {
  return new ReeveError(
    "not-found",
    `Maven made no progress for ${Math.round(lasted / 1000)} s and was stopped: check the network, or the mirrors and proxies in its settings.xml, and try again`,
  );
}

import { ReeveError } from "@reeve/contract";

/** Milliseconds without progress: after the first limit that is reported, after the second the fetch fails. */
export interface StallLimits {
  readonly reportAfter: number;
  readonly abortAfter: number;
}

/** Longer than a working registry ever takes to answer, and than a slow one takes for a few kilobytes. */
export const STALL_LIMITS: StallLimits = { reportAfter: 60_000, abortAfter: 300_000 };

/** Measures how long there was no progress. */
export interface StallWatch {
  /** There was progress. */
  progress(): void;
  /** Whole seconds without progress, from the first limit on; aborts the signal at the second. */
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

import { ReeveError } from "@reeve/contract";

/** Milliseconds without progress: after the first limit that is reported, after the second the fetch fails. */
export interface SilenceLimits {
  readonly mention: number;
  readonly most: number;
}

/** Longer than a working registry ever takes to answer, and than a slow one takes for a few kilobytes. */
export const SILENCE_LIMITS: SilenceLimits = { mention: 60_000, most: 300_000 };

/** Measures how long there was no progress. */
export interface Silence {
  /** There was progress. */
  broken(): void;
  /** Whole seconds without progress, from the first limit on; aborts the signal at the second. */
  heed(): number | undefined;
  readonly signal: AbortSignal;
}

export function watchSilence({ mention, most }: SilenceLimits): Silence {
  const abandon = new AbortController();
  let since = performance.now();
  return {
    signal: abandon.signal,
    broken() {
      since = performance.now();
    },
    heed() {
      const lasted = performance.now() - since;
      if (lasted >= most) abandon.abort(tooLong(lasted));
      return lasted < mention ? undefined : Math.floor(lasted / 1000);
    },
  };
}

function tooLong(lasted: number): ReeveError {
  return new ReeveError(
    "not-found",
    `Maven made no progress for ${Math.round(lasted / 1000)} s and was stopped: check the network, or the mirrors and proxies in its settings.xml, and try again`,
  );
}

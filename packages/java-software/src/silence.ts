import { ReeveError } from "@reeve/contract";

/** Milliseconds in which nothing has come: from the first on that is reported, after the second the fetch fails. */
export interface SilenceLimits {
  readonly mention: number;
  readonly most: number;
}

/** Longer than a registry that works ever makes one wait, and than a slow one takes for a few kilobytes. */
export const SILENCE_LIMITS: SilenceLimits = { mention: 60_000, most: 300_000 };

/** Watches how long nothing has come. */
export interface Silence {
  /** Something has come. */
  broken(): void;
  /** Whole seconds of it, where that is worth mentioning. Where it has lasted too long, the signal is aborted. */
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
    `Maven has brought nothing for ${Math.round(lasted / 1000)} s, and was ended: check the network, or the mirrors and proxies in its settings.xml, and try again`,
  );
}

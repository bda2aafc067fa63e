import { ReeveError } from "@reeve/contract";

/** Milliseconds without anything coming: after the one it is mentioned, after the other it is given up. */
export interface Patience {
  readonly mention: number;
  readonly most: number;
}

/** Longer than a registry that works ever makes one wait, and than a slow one takes for a few kilobytes. */
export const PATIENCE: Patience = { mention: 60_000, most: 300_000 };

/** Watches how long nothing has come. */
export interface Silence {
  /** Something has come. */
  broken(): void;
  /** Whole seconds of it, where that is worth mentioning. Where it has lasted too long, the signal is aborted. */
  heed(): number | undefined;
  readonly signal: AbortSignal;
}

export function watchSilence({ mention, most }: Patience): Silence {
  const giveUp = new AbortController();
  let since = performance.now();
  return {
    signal: giveUp.signal,
    broken() {
      since = performance.now();
    },
    heed() {
      const lasted = performance.now() - since;
      if (lasted >= most) giveUp.abort(tooLong(lasted));
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

import { isReeveError, ReeveError } from "@reeve/contract";
import { type CallOptions, cancellationError } from "@reeve/transport";
import type { Changes } from "./changes.ts";
import { isOutage, type Outage } from "./outage.ts";
import { systemTime, type Time } from "./time.ts";

/** How to poll. */
export interface PollOptions {
  /** Stops the polling; the work at the server goes on. */
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds for one attempt of one request. */
  readonly timeout?: number | undefined;
  /** Milliseconds between two polls while the state changes. Default 500; the first polls then follow faster. */
  readonly minDelay?: number;
  /**
   * Milliseconds between two polls when the state has not changed for a while. Default 10 s. Where the server tells of changes, it is asked
   * when there is one, and else every 30 s.
   */
  readonly maxDelay?: number;
  /** Tells when to poll again. By default the events of the client's own service, where it has them. */
  readonly changes?: Changes | undefined;
  /** Called when the server stops answering, and when it is back. */
  readonly onOutage?: (outage: Outage) => void;
  /** Milliseconds that an outage may last. Default 5 min. */
  readonly outageLimit?: number;
  /** For tests. */
  readonly time?: Time;
}

/** The result of one poll: the value and whether it changed, or an outage. */
export type PollResult<Seen> = { readonly seen: Seen; readonly isNew: boolean } | { readonly outage: Outage };

/** When to stop polling, and whether the server is known to exist. */
export interface PollLimits {
  /** Milliseconds from now on. */
  readonly within?: number;
  /** Whether the work has been started: then even an outage at the first poll is tolerated. */
  readonly started?: boolean;
}

/**
 * Polls until the reader stops or the time is up: often while the state changes, less often while it does not. Outages are tolerated for a
 * while, and reported.
 */
export async function* poll<Seen>(
  ask: (options: CallOptions) => Promise<Seen>,
  options: PollOptions,
  { within = Number.POSITIVE_INFINITY, started = false }: PollLimits = {},
): AsyncGenerator<PollResult<Seen>, void, void> {
  checkTimes({ ...options, within });
  const { signal, timeout, onOutage, outageLimit = 300_000, changes, time = systemTime } = options;
  const pace = startPace(options);
  const end = time.now() + within;
  let mark: string | undefined;
  let outage: Outage | undefined;
  for (let first = !started; ; first = false) {
    const left = end - time.now();
    if (left <= 0) return;
    if (signal?.aborted) throw cancellationError(signal);
    const found = await pollOnce(ask, { signal, timeout, totalTimeout: left < LONG_CALL ? left : undefined });
    if ("seen" in found) {
      if (outage) onOutage?.({ ...outage, state: "up" });
      outage = undefined;
      const text = JSON.stringify(found.seen);
      const isNew = text !== mark;
      mark = text;
      if (isNew) pace.quicken();
      yield { seen: found.seen, isNew };
    } else {
      const { error } = found;
      // The timeout of the wait ended this poll, so it is not an outage.
      if (isReeveError(error, "timed-out") && end - time.now() <= TIMER_SLACK) return;
      if (first || !isOutage(error) || signal?.aborted) throw error;
      const { since = new Date(time.now()), attempts = 0 }: Partial<Outage> = outage ?? {};
      outage = { state: "down", since, attempts: attempts + 1, error };
      onOutage?.(outage);
      if (time.now() - since.getTime() >= outageLimit) throw error;
      yield { outage };
    }
    const rest = Math.max(end - time.now(), 0);
    const pause = Math.min(pace.next(), rest);
    await (changes && !outage ? changes.next({ pause, left: rest, signal }) : time.sleep(pause, signal));
  }
}

const TIMES = ["within", "minDelay", "maxDelay", "outageLimit"] as const;

/** An invalid time would mean no timeout, or polling without a pause. */
function checkTimes(options: PollOptions & PollLimits): void {
  for (const name of TIMES) {
    const given: unknown = options[name];
    if (given === undefined || (typeof given === "number" && given >= 0)) continue;
    throw new ReeveError("bad-input", `${name}: expected a number of milliseconds, received ${String(given)}`);
  }
}

async function pollOnce<Seen>(
  ask: (options: CallOptions) => Promise<Seen>,
  options: CallOptions,
): Promise<{ readonly seen: Seen } | { readonly error: unknown }> {
  try {
    return { seen: await ask(options) };
  } catch (error) {
    return { error };
  }
}

/** Milliseconds by which a timer may be early. */
const TIMER_SLACK = 2;

/** A call with all its attempts takes no longer than this anyway. */
const LONG_CALL = 120_000;

const SLOWER = 1.5;

const MIN_DELAY = 500;

/** Much work is done at once: unless the caller sets a delay, the first polls follow quickly. */
const FIRST_DELAY = 50;

function startPace({ minDelay, maxDelay = 10_000 }: PollOptions): { next(): number; quicken(): void } {
  const least = minDelay ?? MIN_DELAY;
  let delay = minDelay ?? FIRST_DELAY;
  return {
    quicken: () => {
      delay = Math.min(delay, least);
    },
    next: () => {
      const now = delay;
      delay = Math.min(delay * SLOWER, Math.max(maxDelay, least));
      return now;
    },
  };
}

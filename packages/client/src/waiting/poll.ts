import { isReeveError, ReeveError } from "@reeve/contract";
import { type CallOptions, cancellationError } from "@reeve/transport";
import { isOutage, type Outage } from "./outage.ts";
import { systemTime, type Time } from "./time.ts";

/** How to look again and again. */
export interface PollOptions {
  /** Ends the looking. Nothing else is ended by it: what goes on at the server goes on. */
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds for one attempt of one request. */
  readonly timeout?: number | undefined;
  /** Milliseconds between two looks while things move. 500 unless said otherwise, the first few follow quicker then. */
  readonly minDelay?: number;
  /** Milliseconds between two looks when nothing has moved for a while. 10 s unless said otherwise. */
  readonly maxDelay?: number;
  /** Told when the server stops answering, and when it is back. */
  readonly onOutage?: (outage: Outage) => void;
  /** Milliseconds that an outage may last. 5 min unless said otherwise. */
  readonly outageLimit?: number;
  /** For tests. */
  readonly time?: Time;
}

/** One look: what was seen and whether it is news, or that nobody answered. */
export type PollResult<Seen> = { readonly seen: Seen; readonly isNew: boolean } | { readonly outage: Outage };

/** When to stop looking, and whether somebody has been there before. */
export interface PollLimits {
  /** Milliseconds from now on. */
  readonly within?: number;
  /** An outage at the very first look is then survived as well: what is waited for has already been begun. */
  readonly started?: boolean;
}

/**
 * Looks until the reader has seen enough, or time is up: often while things move, less and less often while they do not. An outage is
 * survived for a while, and told.
 */
export async function* poll<Seen>(
  look: (options: CallOptions) => Promise<Seen>,
  options: PollOptions,
  { within = Number.POSITIVE_INFINITY, started = false }: PollLimits = {},
): AsyncGenerator<PollResult<Seen>, void, void> {
  checkTimes({ ...options, within });
  const { signal, timeout, onOutage, outageLimit = 300_000, time = systemTime } = options;
  const pace = startPace(options);
  const end = time.now() + within;
  let mark: string | undefined;
  let outage: Outage | undefined;
  for (let first = !started; ; first = false) {
    const left = end - time.now();
    if (left <= 0) return;
    if (signal?.aborted) throw cancellationError(signal);
    const found = await pollOnce(look, { signal, timeout, totalTimeout: left < LONG_CALL ? left : undefined });
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
      // The end of the wait has cut this look short: whether an answer would have come, nobody knows.
      if (isReeveError(error, "timed-out") && end - time.now() <= TIMER_SLACK) return;
      if (first || !isOutage(error) || signal?.aborted) throw error;
      const { since = new Date(time.now()), attempts = 0 }: Partial<Outage> = outage ?? {};
      outage = { state: "down", since, attempts: attempts + 1, error };
      onOutage?.(outage);
      if (time.now() - since.getTime() >= outageLimit) throw error;
      yield { outage };
    }
    await time.sleep(Math.min(pace.next(), Math.max(end - time.now(), 0)), signal);
  }
}

const TIMES = ["within", "minDelay", "maxDelay", "outageLimit"] as const;

/** What is no time would be no limit at all, or a look without a pause before it. */
function checkTimes(options: PollOptions & PollLimits): void {
  for (const name of TIMES) {
    const given: unknown = options[name];
    if (given === undefined || (typeof given === "number" && given >= 0)) continue;
    throw new ReeveError("bad-input", `${name}: expected a number of milliseconds, received ${String(given)}`);
  }
}

async function pollOnce<Seen>(
  look: (options: CallOptions) => Promise<Seen>,
  options: CallOptions,
): Promise<{ readonly seen: Seen } | { readonly error: unknown }> {
  try {
    return { seen: await look(options) };
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

/** Much of what is waited for is over at once: unless the caller says how often, the first looks follow each other quickly. */
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

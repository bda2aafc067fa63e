import { isReeveError, ReeveError } from "@reeve/contract";
import { type CallOptions, cancellationError } from "@reeve/transport";
import type { Changes } from "./changes.ts";
import type { RolloutProgress } from "./rollout.ts";
import { systemTime, type Time } from "./time.ts";

/** How to poll. */
export interface PollOptions {
  /** Stops the polling. The work on the server continues. */
  readonly signal?: AbortSignal | undefined;
  /** The timeout of one attempt, in milliseconds. */
  readonly timeout?: number | undefined;
  /** Milliseconds between two polls while the state changes. Default 500, but shorter for the first polls unless this option is set. */
  readonly minDelay?: number;
  /**
   * Milliseconds between two polls when the state has not changed for a while. Default 10 s. If the server sends events, a poll follows
   * each relevant event, or comes after 30 s without one.
   */
  readonly maxDelay?: number;
  /** Decides when to poll again. Default: after events of the client's service, if it sends any. */
  readonly changes?: Changes | undefined;
  /** Called when the server stops answering, and when it is back. */
  readonly onOutage?: (outage: Outage) => void;
  /** How many milliseconds an outage may last. Default 5 min. */
  readonly outageLimit?: number;
  /** The time source, which only tests replace. */
  readonly time?: Time;
}

/** The result of one poll: a value and whether it is new, or an outage. */
export type PollResult<Seen> = { readonly seen: Seen; readonly isNew: boolean } | { readonly outage: Outage };

/** The limits of the polling, and whether it is certain that the server exists. */
export interface PollLimits {
  /** The timeout of all polls together, in milliseconds. */
  readonly within?: number;
  /** Whether the work was requested successfully. If so, an outage is tolerated even at the first poll. */
  readonly started?: boolean;
}

/**
 * Polls until the caller stops or the timeout passes: often while the state changes, less often while it does not. Reports outages, and
 * tolerates them for a while.
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
    const result = await ask({ signal, timeout, totalTimeout: left < LONG_CALL ? left : undefined }).then(
      (seen) => ({ seen }),
      (error: unknown) => ({ error }),
    );
    if ("seen" in result) {
      if (outage) onOutage?.({ ...outage, state: "up" });
      outage = undefined;
      const text = JSON.stringify(result.seen);
      const isNew = text !== mark;
      mark = text;
      if (isNew) pace.quicken();
      yield { seen: result.seen, isNew };
    } else {
      const { error } = result;
      // The poll ended because the wait has timed out, not because of an outage.
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

/** Refuses invalid numbers, which would cause polling without a timeout or without pauses. */
function checkTimes(options: PollOptions & PollLimits): void {
  for (const name of TIMES) {
    const value: unknown = options[name];
    if (value === undefined || (typeof value === "number" && value >= 0)) continue;
    throw new ReeveError("bad-input", `${name}: expected a number of milliseconds, received ${String(value)}`);
  }
}

/** How many milliseconds timers may fire early. */
const TIMER_SLACK = 2;

/** The longest timeout of a single call with all its attempts, in milliseconds. */
const LONG_CALL = 120_000;

const SLOWER = 1.5;

const MIN_DELAY = 500;

/** The first pause in milliseconds. It is short, because work is often done at once. */
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

/** Reported when a watched server stops answering, and when it answers again. */
export interface Outage {
  /** `down` is reported after each failed attempt, `up` once when the server is back. */
  readonly state: "down" | "up";
  readonly since: Date;
  readonly attempts: number;
  /** The error of the last attempt. */
  readonly error: ReeveError;
}

/** Whether an error means that the server cannot be reached now, rather than that the request is wrong. */
function isOutage(thrown: unknown): thrown is ReeveError {
  if (!isReeveError(thrown)) return false;
  if (thrown.code === "unreachable" || thrown.code === "timed-out") return true;
  return thrown.code === "server-failure" && (thrown.context.status ?? 0) >= 400;
}

/** How to wait for a condition. */
export interface WaitOptions extends PollOptions {
  /** The timeout of the whole wait, in milliseconds. Default one hour. */
  readonly within?: number;
  /** Called at each change of the rollout. */
  readonly onProgress?: (progress: RolloutProgress) => void;
}

/** The default timeout of a wait. */
export const HOUR = 3_600_000;

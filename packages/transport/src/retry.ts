import type { Effect } from "@reeve/contract";
import type { AnswerHeaders } from "./adapter.ts";
import type { Clock } from "./options.ts";

/**
 * Only reads are tried again, whatever their method, and only where another try can help: a gateway that is busy or has lost the
 * service, a connection that failed. 500 is not among them: servers of these APIs answer it to an unknown topic.
 */
export function mayRetry(effect: Effect, failure: { readonly status?: number; readonly code: string }): boolean {
  if (effect !== "read") return false;
  if (failure.status !== undefined) return TRANSIENT.has(failure.status);
  return failure.code === "unreachable" || failure.code === "timed-out";
}

const TRANSIENT: ReadonlySet<number> = new Set([408, 429, 502, 503, 504]);

const BASE = 200;
const CAP = 5_000;

/** A server may ask for so long a pause; if it asks for more, the caller is told instead. */
const LONGEST_RETRY_AFTER = 20_000;

/**
 * How long to wait before the next try, with full jitter, so that many clients do not come back at once. A server that asks for a pause
 * has it, and the jitter on top: it asks all of them for the same. Undefined: not at all.
 */
export function waitBefore(retry: number, headers: AnswerHeaders | undefined, clock: Clock): number | undefined {
  const spread = Math.min(CAP, BASE * 2 ** (retry - 1));
  const asked = headers && askedFor(headers, clock.now());
  if (asked === undefined) return clock.random() * spread;
  if (asked > LONGEST_RETRY_AFTER) return undefined;
  return asked + clock.random() * Math.max(spread, asked / 10);
}

/** Milliseconds of `Retry-After`: seconds or a date, as HTTP has it; anything else is as if it were not there. */
function askedFor(headers: AnswerHeaders, now: number): number | undefined {
  const retryAfter = headers.get("retry-after") ?? "";
  if (/^\d+$/.test(retryAfter)) return Number(retryAfter) * 1000;
  const until = dateOf(retryAfter);
  // The date is one by the server's clock, which need not be ours.
  return until === undefined ? undefined : Math.max(0, until - (dateOf(headers.get("date") ?? "") ?? now));
}

function dateOf(text: string): number | undefined {
  const date = /^[A-Z][a-z]{2},/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? undefined : date;
}

/** Keeps all calls of a transport together from beating a cluster that is down. */
export interface RetryBudget {
  /** Takes one retry out, if there is one. */
  spend(): boolean;
  /** Puts a little back for each call that succeeded. */
  earn(): void;
}

const FULL = 10;
const EARNED = 0.1;

/** A budget of ten retries; ten successes earn one back. */
export function createRetryBudget(): RetryBudget {
  let left = FULL;
  return {
    spend: () => {
      if (left < 1) return false;
      left -= 1;
      return true;
    },
    earn: () => {
      left = Math.min(FULL, left + EARNED);
    },
  };
}

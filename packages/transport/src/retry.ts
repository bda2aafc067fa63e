import type { Effect } from "@reeve/contract";
import type { AnswerHeaders } from "./adapter.ts";
import type { Clock } from "./options.ts";

/**
 * Only reads are retried, whatever their method, and only after failures that a retry can resolve: a gateway that is busy or has lost the
 * service, a failed connection. 500 is not retried: servers of these APIs also send it for an unknown topic.
 */
export function mayRetry(effect: Effect, failure: { readonly status?: number; readonly code: string }): boolean {
  if (effect !== "read") return false;
  if (failure.status !== undefined) return TRANSIENT.has(failure.status);
  return failure.code === "unreachable" || failure.code === "timed-out";
}

const TRANSIENT: ReadonlySet<number> = new Set([408, 429, 502, 503, 504]);

const BASE = 200;
const CAP = 5_000;

/** The longest pause that a server may ask for; with a longer one the call fails at once. */
const MAX_RETRY_AFTER = 20_000;

/**
 * How long to wait before the next attempt, with full jitter, so that many clients do not return at once. If the server asks for a pause,
 * the jitter is added to it. Undefined for no retry.
 */
export function waitBefore(retry: number, headers: AnswerHeaders | undefined, clock: Clock): number | undefined {
  const spread = Math.min(CAP, BASE * 2 ** (retry - 1));
  const asked = headers && askedFor(headers, clock.now());
  if (asked === undefined) return clock.random() * spread;
  if (asked > MAX_RETRY_AFTER) return undefined;
  return asked + clock.random() * Math.max(spread, asked / 10);
}

/** `Retry-After` in milliseconds: seconds or a date; anything else is ignored. */
function askedFor(headers: AnswerHeaders, now: number): number | undefined {
  const retryAfter = headers.get("retry-after") ?? "";
  if (/^\d+$/.test(retryAfter)) return Number(retryAfter) * 1000;
  const until = dateOf(retryAfter);
  // The date is by the server's clock, which may differ from this machine's.
  return until === undefined ? undefined : Math.max(0, until - (dateOf(headers.get("date") ?? "") ?? now));
}

function dateOf(text: string): number | undefined {
  const date = /^[A-Z][a-z]{2},/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? undefined : date;
}

/** A budget that keeps all calls of a transport together from flooding a cluster that is down. */
export interface RetryBudget {
  /** Takes a retry from the budget; false if it is empty. */
  spend(): boolean;
  /** Adds a little to the budget after each call that succeeded. */
  earn(): void;
}

const BUDGET = 10;
const EARNED_PER_SUCCESS = 0.1;

/** A budget of ten retries; ten successes earn one back. */
export function createRetryBudget(): RetryBudget {
  let left = BUDGET;
  return {
    spend: () => {
      if (left < 1) return false;
      left -= 1;
      return true;
    },
    earn: () => {
      left = Math.min(BUDGET, left + EARNED_PER_SUCCESS);
    },
  };
}

import type { Effect, ReeveError } from "@reeve/contract";
import type { AnswerHeaders, TransportClock } from "./options.ts";

/**
 * Whether a request may be retried; how often is an option. Only reads are retried, whatever their method, and only if a gateway is busy
 * or cannot reach the service, or if the connection failed. 500 is not retried, because servers of these APIs also send it for an unknown
 * topic.
 */
export function mayRetry(effect: Effect, { code, context: { status = 0 } }: ReeveError): boolean {
  if (effect !== "read") return false;
  // The connection may also break within the body of a good answer.
  if (status >= 300) return [408, 429, 502, 503, 504].includes(status);
  return code === "unreachable" || code === "timed-out";
}

const BASE = 200;
const CAP = 5_000;

/** The longest pause that a server may ask for, in milliseconds. If it asks for more, the call fails at once. */
const MAX_RETRY_AFTER = 20_000;

/**
 * How many milliseconds to wait before the next attempt; undefined if no further attempt is allowed. Full jitter keeps many clients from
 * sending again at the same moment. If the server asks for a pause, the jitter is added to that pause.
 */
export function waitBefore(retry: number, headers: AnswerHeaders | undefined, clock: TransportClock): number | undefined {
  const spread = Math.min(CAP, BASE * 2 ** (retry - 1));
  const asked = headers && askedFor(headers, clock.now());
  if (asked === undefined) return clock.random() * spread;
  if (asked > MAX_RETRY_AFTER) return undefined;
  return asked + clock.random() * Math.max(spread, asked / 10);
}

/** The pause that `Retry-After` asks for, in milliseconds. The header contains seconds or a date; other values are ignored. */
function askedFor(headers: AnswerHeaders, now: number): number | undefined {
  const retryAfter = headers.get("retry-after") ?? "";
  if (/^\d+$/.test(retryAfter)) return Number(retryAfter) * 1000;
  // The date is compared with the server's own clock, because this machine's clock may differ.
  const pause = dateOf(retryAfter) - (dateOf(headers.get("date") ?? "") || now);
  return Number.isNaN(pause) ? undefined : Math.max(0, pause);
}

function dateOf(text: string): number {
  return /^[A-Z][a-z]{2},/.test(text) ? Date.parse(text) : Number.NaN;
}

const BUDGET = 10;
const EARNED_PER_SUCCESS = 0.1;

/** A budget of ten retries for all calls of a transport. It prevents the calls from flooding a cluster that is down. */
export function createRetryBudget() {
  let left = BUDGET;
  return {
    /** Takes a retry from the budget; false if the budget is empty. */
    spend: (): boolean => {
      if (left < 1) return false;
      left -= 1;
      return true;
    },
    /** Adds a fraction of a retry after each successful call. */
    earn: (): void => {
      left = Math.min(BUDGET, left + EARNED_PER_SUCCESS);
    },
  };
}

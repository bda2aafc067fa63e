import { ReeveError } from "@reeve/contract";
import type { TransportOptions } from "./options.ts";

// The limits that apply if the caller, the operation and the transport set none.

/** The timeout of one attempt, in milliseconds. */
export const ATTEMPT_TIMEOUT = 30_000;

/** The timeout of a call with all attempts and the waits between them, in milliseconds. */
export const TOTAL_TIMEOUT = 120_000;

/** The maximum size of a body in bytes. */
export const MAX_BODY_BYTES: number = 64 * 1024 * 1024;

/** The number of retries of a read. */
export const RETRIES = 2;

/** The longest delay of a platform timer, in milliseconds. */
const MAX_TIMER = 2 ** 31 - 1;

/** Checks that a timeout is a number of milliseconds. With NaN, for instance, the timeout would never end. */
export function limit(name: string, milliseconds: number): number {
  if (Number.isFinite(milliseconds) && milliseconds > 0) return Math.min(milliseconds, MAX_TIMER);
  throw new ReeveError("bad-input", `${name}: expected a number of milliseconds above 0, received ${milliseconds}`);
}

/** Checks the limits of a transport. */
export function checkLimits({ timeout, totalTimeout, retries, maxBodyBytes }: TransportOptions): void {
  if (timeout !== undefined) limit("timeout", timeout);
  if (totalTimeout !== undefined) limit("totalTimeout", totalTimeout);
  checkCount("retries", retries, 0);
  checkCount("maxBodyBytes", maxBodyBytes, 1);
}

function checkCount(name: string, count: number | undefined, least: number): void {
  if (count === undefined || (Number.isSafeInteger(count) && count >= least)) return;
  throw new ReeveError("bad-input", `${name}: expected an integer of at least ${least}, received ${count}`);
}

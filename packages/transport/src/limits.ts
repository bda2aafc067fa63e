import { ReeveError } from "@reeve/contract";
import type { TransportOptions } from "./options.ts";

// The defaults where the caller, the operation and the transport set nothing.

/** Milliseconds for one attempt. */
export const ATTEMPT_TIMEOUT = 30_000;

/** Milliseconds for all attempts and the waits between them. */
export const TOTAL_TIMEOUT = 120_000;

/** Bytes that a body may have. */
export const MAX_BODY_BYTES: number = 64 * 1024 * 1024;

/** How often a read is tried again. */
export const RETRIES = 2;

/** Checks that a timeout is a number of milliseconds; NaN, for instance, would never expire. */
export function limit(name: string, milliseconds: number): number {
  if (Number.isFinite(milliseconds) && milliseconds > 0) return milliseconds;
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

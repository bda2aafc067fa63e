import { ReeveError } from "@reeve/contract";
import type { TransportOptions } from "./options.ts";

// What holds where neither the caller, nor the operation, nor the transport says otherwise.

/** Milliseconds for one attempt. */
export const ATTEMPT_TIMEOUT = 30_000;

/** Milliseconds for all attempts and the waits between them. */
export const TOTAL_TIMEOUT = 120_000;

/** Bytes that a body may have. */
export const MAX_BODY_BYTES: number = 64 * 1024 * 1024;

/** How often a read is tried again. */
export const RETRIES = 2;

/** A limit must be a number of milliseconds: what is none would be no limit at all, or one that has passed. */
export function limit(name: string, milliseconds: number): number {
  if (Number.isFinite(milliseconds) && milliseconds > 0) return milliseconds;
  throw new ReeveError("bad-input", `${name}: expected a number of milliseconds above 0, received ${milliseconds}`);
}

/** Refuses limits of a transport that would be none. */
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

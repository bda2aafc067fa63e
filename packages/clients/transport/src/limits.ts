import { ReeveError } from "@reeve/contract";
import type { TransportOptions } from "./options.ts";

/** The limits of a transport, which apply if the caller and the operation set none. */
export type TransportLimits = Readonly<Record<"timeout" | "totalTimeout" | "retries" | "maxBodyBytes", number>>;

/** Checks the limits in the options, and adds the defaults of the others. */
export function checkedLimits({
  timeout = 30_000,
  totalTimeout = 120_000,
  retries = 2,
  maxBodyBytes = 64 * 1024 * 1024,
}: TransportOptions): TransportLimits {
  return {
    timeout: limit("timeout", timeout),
    totalTimeout: limit("totalTimeout", totalTimeout),
    retries: count("retries", retries, 0),
    maxBodyBytes: count("maxBodyBytes", maxBodyBytes, 1),
  };
}

/** The longest delay of a platform timer, in milliseconds. */
const MAX_TIMER = 2 ** 31 - 1;

/** Checks that a timeout is a number of milliseconds. With NaN, for instance, the timeout would never end. */
export function limit(name: string, milliseconds: number): number {
  if (Number.isFinite(milliseconds) && milliseconds > 0) return Math.min(milliseconds, MAX_TIMER);
  throw new ReeveError("bad-input", `${name}: expected a number of milliseconds above 0, received ${milliseconds}`);
}

function count(name: string, value: number, least: number): number {
  if (Number.isSafeInteger(value) && value >= least) return value;
  throw new ReeveError("bad-input", `${name}: expected an integer of at least ${least}, received ${value}`);
}

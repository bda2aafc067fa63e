import { ReeveError } from "@reeve/contract";
import type { TransportOptions } from "./options.ts";

/** The options of a transport, with its clock and with limits, which apply if the caller and the operation set none. */
export type CheckedOptions = ReturnType<typeof checkedOptions>;

/** Checks the limits in the options, and adds the defaults of the others. */
export function checkedOptions({
  timeout = 30_000,
  totalTimeout = 120_000,
  retries = 2,
  maxBodyBytes = 64 * 1024 * 1024,
  clock = { now: Date.now, random: Math.random },
  ...others
}: TransportOptions) {
  return {
    ...others,
    timeout: limit("timeout", timeout),
    totalTimeout: limit("totalTimeout", totalTimeout),
    retries: count("retries", retries, 0),
    maxBodyBytes: count("maxBodyBytes", maxBodyBytes, 1),
    clock,
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

import { about, text } from "@reeve/contract";
import * as v from "valibot";

/** The default rate at which partitions move. */
const USUAL = "50MB/s";

const FORM = /^(?:none|(?:[1-9]\d{0,5}(?:\.\d{1,3})?|0\.(?:[1-9]\d{0,2}|0[1-9]\d?|00[1-9]))(?:B|kB|MB|GB|KiB|MiB|GiB)\/s)$/;

const UNITS: Readonly<Record<string, number>> = { B: 1, kB: 1e3, MB: 1e6, GB: 1e9, KiB: 2 ** 10, MiB: 2 ** 20, GiB: 2 ** 30 };

/** The part of an input that limits how fast replicas move. */
export interface ThrottledInput {
  /** Maximum rate at which each broker sends or receives moved replicas, such as 20MiB/s, or none (default: 50MB/s). */
  readonly throttle?: string;
}

/** A checked input, in which the throttle always has a value. */
export type Throttled<Input extends ThrottledInput> = Input & { readonly throttle: string };

/** The input field for the maximum rate: a rate such as `50MB/s`, or `none`. */
export const throttle: v.ExactOptionalSchema<v.GenericSchema<string>, string> = about(
  `maximum rate at which each broker sends or receives moved replicas, such as 20MiB/s, or none (default: ${USUAL})`,
  v.exactOptional(text("a rate such as 50MB/s, 20MiB/s or none", FORM), USUAL),
);

/** The bytes per second of a rate; undefined for no limit. */
export function bytesPerSecond(rate: string): number | undefined {
  const [, amount, unit] = /^([\d.]+)(\w+)\/s$/.exec(rate) ?? [];
  return amount === undefined || unit === undefined ? undefined : Math.max(1, Math.round(Number(amount) * (UNITS[unit] ?? 1)));
}

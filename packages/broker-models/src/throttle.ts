import { about, text } from "@reeve/contract";
import * as v from "valibot";

/** How fast partitions are moved where nothing else is asked for. */
const USUAL = "50MB/s";

const FORM = /^(?:none|\d{1,6}(?:\.\d{1,3})?(?:B|kB|MB|GB|KiB|MiB|GiB)\/s)$/;

const UNITS: Readonly<Record<string, number>> = {
  B: 1,
  kB: 1e3,
  MB: 1e6,
  GB: 1e9,
  KiB: 2 ** 10,
  MiB: 2 ** 20,
  GiB: 2 ** 30,
};

/** The field of an input: `50MB/s`, or `none`. */
export const throttle: v.ExactOptionalSchema<v.GenericSchema<string>, string> = about(
  "how much each broker sends or gets in a second at most for copies that move: 50MB/s, 20MiB/s, none",
  v.exactOptional(text("a rate such as 50MB/s, 20MiB/s or none", FORM), USUAL),
);

/** The bytes a second of a rate; undefined where there is no limit. */
export function bytesPerSecond(rate: string): number | undefined {
  const [, amount, unit] = /^([\d.]+)(\w+)\/s$/.exec(rate) ?? [];
  return amount === undefined || unit === undefined
    ? undefined
    : Math.max(1, Math.round(Number(amount) * (UNITS[unit] ?? 1)));
}

import { defined, ReeveError } from "@reeve/contract";
import { flagOf, type ParsedArguments } from "../parsed-arguments.ts";

/** The timeouts that were typed, in milliseconds. */
export interface TimeLimits {
  /** The timeout of one attempt of one request. */
  readonly attempt?: number;
  /** The timeout of the whole command. */
  readonly whole?: number;
}

/** Reads `--request-timeout` and `--timeout`. */
export function limitsOf(args: ParsedArguments): TimeLimits {
  return defined({ attempt: millisecondsOf(args, "request-timeout"), whole: millisecondsOf(args, "timeout") });
}

function millisecondsOf(args: ParsedArguments, flag: string): number | undefined {
  const text = flagOf(args, flag);
  if (text === undefined) return undefined;
  const [, number = "", unit = "s"] = /^(\d{1,9}(?:\.\d{1,3})?)(ms|s|m|h)?$/.exec(text) ?? [];
  const milliseconds = Number(number) * (units[unit] ?? Number.NaN);
  // Node's timers accept no more than 2³¹ - 1 milliseconds, which is nearly 25 days.
  if (number !== "" && milliseconds > 0 && milliseconds <= MAX_MILLISECONDS) return Math.ceil(milliseconds);
  throw new ReeveError("bad-input", `--${flag}: expected a time such as 500ms, 30s, 10m or 1h, got ${JSON.stringify(text)}`);
}

const units: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 };
const MAX_MILLISECONDS = 2 ** 31 - 1;

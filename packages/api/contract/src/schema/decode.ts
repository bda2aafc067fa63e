import * as v from "valibot";
import { fits } from "./fits.ts";
import { describeIssue } from "./issue.ts";
import type { Schema } from "./schema.ts";

/** A value that fits its schema, or sentences about the mistakes. */
export type Decoded<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly issues: readonly [string, ...string[]] };

/** Checks data from a server. A value that fits is returned without a copy; otherwise the first mistake is named. */
export function decode<Value>(schema: Schema<Value>, value: unknown): Decoded<Value> {
  // This is the only place where a value gets a type without valibot's check. That is safe, because `fits` has checked every field of the
  // type.
  if (fits(schema)(value)) return { ok: true, value: value as Value };
  const result = v.safeParse(schema, value, { abortEarly: true });
  if (result.success) return { ok: true, value: result.output };
  return { ok: false, issues: sentences(result.issues) };
}

/** Checks a caller's input, fills in defaults and converts values to their canonical form. Names all mistakes. */
export function decodeInput<Value>(
  schema: Schema<Value>,
  value: unknown,
  secrets: ReadonlySet<string> = new Set(),
  parameters?: ReadonlyMap<string, string>,
): Decoded<Value> {
  if (fits(schema)(value)) return { ok: true, value: value as Value };
  const result = v.safeParse(schema, value);
  if (result.success) return { ok: true, value: result.output };
  return { ok: false, issues: sentences(result.issues, secrets, parameters) };
}

const MAX_ISSUES = 20;

function sentences(
  issues: readonly [v.BaseIssue<unknown>, ...v.BaseIssue<unknown>[]],
  secrets?: ReadonlySet<string>,
  parameters?: ReadonlyMap<string, string>,
): [string, ...string[]] {
  const described = issues.slice(0, MAX_ISSUES).map((issue) => describeIssue(issue, secrets, parameters));
  const [first, ...others] = [...new Set(described)];
  const more = issues.length - MAX_ISSUES;
  return [first ?? "", ...others, ...(more > 0 ? [`and ${more} more`] : [])];
}

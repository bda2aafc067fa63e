import { isRecord, ReeveError } from "@reeve/contract";
import type { CallOptions } from "@reeve/transport";

/** What of a wait's options is for a single call. */
export function callOptions({ signal, timeout }: CallOptions): CallOptions {
  return { signal, timeout };
}

/** Plain JavaScript gives a controller in place of its signal. Limits of time are checked where they are used. */
export function checkCall(options: unknown): void {
  if (options === undefined) return;
  if (!isRecord(options)) {
    throw new ReeveError("bad-input", "expected the options of a call: { signal, timeout, totalTimeout }");
  }
  if (options.signal === undefined || isSignal(options.signal)) return;
  throw new ReeveError("bad-input", "signal: expected an AbortSignal");
}

/** By what it can do: a signal may come from another realm. */
function isSignal(value: unknown): boolean {
  return isRecord(value) && typeof value.addEventListener === "function";
}

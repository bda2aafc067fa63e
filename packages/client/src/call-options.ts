import { isRecord, ReeveError } from "@reeve/contract";
import type { CallOptions } from "@reeve/transport";

/** What of a wait's options is for a single call. */
export function callOptions({ signal, timeout }: CallOptions): CallOptions {
  return { signal, timeout };
}

/** Several requests that are one call: each has of the time for the whole what is left of it. */
export function shareLimit(options: CallOptions = {}): () => CallOptions {
  const { totalTimeout = 0 } = options;
  // What is no limit is refused where limits are used.
  if (!(totalTimeout > 0)) return () => options;
  const end = performance.now() + totalTimeout;
  return () => ({ ...options, totalTimeout: Math.max(1, end - performance.now()) });
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

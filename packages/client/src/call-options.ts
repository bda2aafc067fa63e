import { isRecord, ReeveError } from "@reeve/contract";
import type { CallOptions } from "@reeve/transport";

/** The options of a wait that apply to a single call. */
export function callOptions({ signal, timeout }: CallOptions): CallOptions {
  return { signal, timeout };
}

/** Shares one timeout among several requests of a call: each gets the time that is left. */
export function shareLimit(options: CallOptions = {}): () => CallOptions {
  const { totalTimeout = 0 } = options;
  // Invalid timeouts are refused where they are used.
  if (!(totalTimeout > 0)) return () => options;
  const end = performance.now() + totalTimeout;
  return () => ({ ...options, totalTimeout: Math.max(1, end - performance.now()) });
}

/** In plain JavaScript a controller is easily passed in place of its signal. Timeouts are checked where they are used. */
export function checkCall(options: unknown): void {
  if (options === undefined) return;
  if (!isRecord(options)) {
    throw new ReeveError("bad-input", "expected the options of a call: { signal, timeout, totalTimeout }");
  }
  if (options.signal === undefined || isSignal(options.signal)) return;
  throw new ReeveError("bad-input", "signal: expected an AbortSignal");
}

/** Duck typing: a signal may come from another realm. */
function isSignal(value: unknown): boolean {
  return isRecord(value) && typeof value.addEventListener === "function";
}

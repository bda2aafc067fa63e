import { isRecord, ReeveError } from "@reeve/contract";
import type { CallOptions } from "@reeve/transport";

/** Picks the options of a wait that apply to a single call. */
export function callOptions({ signal, timeout }: CallOptions): CallOptions {
  return { signal, timeout };
}

/** Shares one timeout among the requests of a call: each request gets the time that the earlier ones have not used. */
export function shareLimit(options: CallOptions = {}): () => CallOptions {
  const { totalTimeout = 0 } = options;
  // An invalid timeout is passed on unchanged, because the transport refuses it.
  if (!(totalTimeout > 0)) return () => options;
  const end = performance.now() + totalTimeout;
  return () => ({ ...options, totalTimeout: Math.max(1, end - performance.now()) });
}

/** Refuses an `AbortController` that was passed instead of its signal, an easy mistake in JavaScript. Timeouts are checked later. */
export function checkCall(options: unknown): void {
  if (options === undefined) return;
  if (!isRecord(options)) {
    throw new ReeveError("bad-input", "expected the options of a call: { signal, timeout, totalTimeout }");
  }
  if (options.signal === undefined || isSignal(options.signal)) return;
  throw new ReeveError("bad-input", "signal: expected an AbortSignal");
}

/** Checks for a method, not for the class, because a signal may come from another realm, such as a frame. */
function isSignal(value: unknown): boolean {
  return isRecord(value) && typeof value.addEventListener === "function";
}

import { ReeveError } from "@reeve/contract";
import type { Target } from "./network-failure.ts";

// Replaces `network-failure.ts` in bundles for browsers, which tell programs only that a request failed, and never why.

/** The error for a failed `fetch`. */
export function networkFailure(_: unknown, { origin }: Target): ReeveError {
  return new ReeveError("unreachable", `${origin} cannot be reached: the connection failed`);
}

/** Browsers handle proxies themselves; a given `fetch` may return a proxy's answer. */
export function refusalOfProxy(status: number, origin: string): ReeveError {
  return new ReeveError("unreachable", `a proxy before ${origin} refuses (${status})`, { status });
}

/** Whether the request was certainly not sent, which a browser does not tell. */
export function wasNotSent(): boolean {
  return false;
}

/** The sentence for a server that requires a client certificate. */
export function certificateWanted(who: string): string {
  return `${who} requires a client certificate: install it in the browser`;
}

/** The code of an error that a given `fetch` threw. */
export function systemCodeOf(thrown: unknown): unknown {
  return (thrown as { readonly code?: unknown } | null | undefined)?.code;
}

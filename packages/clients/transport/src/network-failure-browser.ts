import { ReeveError } from "@reeve/contract";
import type { Target } from "./network-failure.ts";

// Replaces `network-failure.ts` in bundles for browsers, which do not tell programs why a request failed.

/** Creates the error for a failed `fetch`. */
export function networkFailure(_: unknown, { origin }: Target): ReeveError {
  return new ReeveError("unreachable", `${origin} cannot be reached: the connection failed`);
}

/** The error for a proxy that refused a request. Only a `fetch` from the options returns the response of a proxy. */
export function refusalOfProxy(status: number, origin: string): ReeveError {
  return new ReeveError("unreachable", `a proxy in front of ${origin} refuses the request (${status})`, { status });
}

/** Whether the request was certainly not sent. Always false, because browsers do not tell. */
export function wasNotSent(): boolean {
  return false;
}

/** The message for a server that requires a client certificate. */
export function certificateWanted(who: string): string {
  return `${who} requires a client certificate: install it in the browser`;
}

/** The code of an error that a `fetch` from the options threw; undefined if the error has none. */
export function systemCodeOf(thrown: unknown): unknown {
  return (thrown as { readonly code?: unknown } | null | undefined)?.code;
}

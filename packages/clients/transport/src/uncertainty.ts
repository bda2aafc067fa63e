import type { ReeveError } from "@reeve/contract";
import { wasNotSent } from "./network-failure.ts";

/**
 * Whether a change may have been made despite this status. A refusal (4xx), a redirect or 501 shows that it was not made. But 408 may come
 * from a gateway that did not wait for the server, and any other failure may have happened after the change.
 */
export function mayHaveBeenDone(status: number): boolean {
  if (status === 408) return true;
  return !(status === 0 || (status >= 300 && status < 500) || status === 501);
}

/** Whether an attempt without a response may have made the change: false only if the request was certainly not sent. */
export function mayHaveBeenSent(error: ReeveError): boolean {
  return error.code !== "bad-input" && !wasNotSent(error);
}

import type { ReeveError } from "@reeve/contract";
import { wasNotSent } from "./network-failure.ts";

/**
 * Whether a change may have been done in spite of this status. A refusal (4xx), a redirect and 501 mean that it was not. 408 may come from
 * a gateway that did not wait, and other failures may have happened after the change.
 */
export function mayHaveBeenDone(status: number): boolean {
  if (status === 408) return true;
  return !(status === 0 || (status >= 300 && status < 500) || status === 501);
}

/** Whether a change may have been done by an attempt without an answer: not if it was certainly not sent. */
export function mayHaveBeenSent(error: ReeveError): boolean {
  return error.code !== "bad-input" && !wasNotSent(error);
}

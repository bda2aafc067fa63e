import type { ReeveError } from "@reeve/contract";
import { wasNotSent } from "./network-failure.ts";

/**
 * Whether an answer that is none leaves open whether a change was done. A refusal (4xx), a redirect and 501 say that it was not. 408 says
 * only that somebody on the way did not wait for all of it, and whatever else went wrong may have gone wrong afterwards.
 */
export function mayHaveBeenDone(status: number): boolean {
  if (status === 408) return true;
  return !(status === 0 || (status >= 300 && status < 500) || status === 501);
}

/** The same of an attempt without any answer: what was certainly not sent was not done. */
export function mayHaveBeenSent(error: ReeveError): boolean {
  return error.code !== "bad-input" && !wasNotSent(error);
}

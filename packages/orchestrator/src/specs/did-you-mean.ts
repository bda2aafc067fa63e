import { nearest } from "@reeve/contract";

/** A question for the end of a message, whether a known word was meant; empty where none is similar. */
export function didYouMean(given: string, known: Iterable<string>): string {
  const meant = nearest(given, known);
  return meant === undefined ? "" : `; did you mean ${meant}?`;
}

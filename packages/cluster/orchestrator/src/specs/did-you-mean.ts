import { nearest } from "@reeve/contract";

/** Returns the end of an error message, which suggests the most similar known word; empty if no word is similar. */
export function didYouMean(value: string, known: Iterable<string>): string {
  const meant = nearest(value, known);
  return meant === undefined ? "" : `; did you mean ${meant}?`;
}

import { nearest } from "@reeve/contract";

/** Asks behind a sentence whether a known word was meant; nothing where none is near. */
export function didYouMean(given: string, known: Iterable<string>): string {
  const meant = nearest(given, known);
  return meant === undefined ? "" : `; did you mean ${meant}?`;
}

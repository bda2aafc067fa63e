import { nearest } from "@reeve/contract";

/** The question behind an error, ` Did you mean "orders"?`, or nothing. */
export function didYouMean(word: string, candidates: Iterable<string>): string {
  const meant = nearest(word, candidates);
  return meant === undefined ? "" : ` Did you mean "${meant}"?`;
}

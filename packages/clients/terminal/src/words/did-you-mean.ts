import { nearest } from "@reeve/contract";

/** A question to append to an error, such as ` Did you mean "orders"?`; empty if no candidate is similar. */
export function didYouMean(word: string, candidates: Iterable<string>): string {
  const meant = nearest(word, candidates);
  return meant === undefined ? "" : ` Did you mean "${meant}"?`;
}

import { nearest } from "@reeve/contract";

/** The message of an error. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Returns the end of an error message, which suggests the most similar known word; empty if no word is similar. */
export function suggestionFor(value: string, known: Iterable<string>): string {
  const meant = nearest(value, known);
  return meant === undefined ? "" : `; did you mean ${meant}?`;
}

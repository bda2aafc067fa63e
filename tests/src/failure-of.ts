import { isReeveError, type ReeveError } from "@reeve/contract";

/** The error that something ends with. */
export async function failureOf(work: Promise<unknown>): Promise<ReeveError> {
  try {
    await work;
  } catch (error) {
    if (isReeveError(error)) return error;
    throw error;
  }
  throw new Error("it did not fail");
}

/** How something ends, in words: the code and the sentence of its error. */
export function failureWords(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => "nothing failed",
    (error: unknown) => (isReeveError(error) ? `${error.code}: ${error.message}` : error),
  );
}

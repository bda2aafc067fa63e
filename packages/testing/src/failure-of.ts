import { isReeveError, type ReeveError } from "@reeve/contract";

/** The error with which a promise rejects. */
export async function failureOf(work: Promise<unknown>): Promise<ReeveError> {
  try {
    await work;
  } catch (error) {
    if (isReeveError(error)) return error;
    throw error;
  }
  throw new Error("it did not fail");
}

/** The code and the message of the error with which a promise rejects. */
export function failureWords(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => "nothing failed",
    (error: unknown) => (isReeveError(error) ? `${error.code}: ${error.message}` : error),
  );
}

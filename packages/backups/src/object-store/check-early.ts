import { isReeveError } from "@reeve/contract";

/** Timeout for the early check, in milliseconds; after that the plan finds out. */
const EARLY_CHECK_TIMEOUT = 5000;

/** Checks a request with the store before it begins. Where the store cannot be reached, the plan will report it. */
export async function checkEarly(ask: (signal: AbortSignal) => Promise<unknown>): Promise<void> {
  try {
    await ask(AbortSignal.timeout(EARLY_CHECK_TIMEOUT));
  } catch (error) {
    if (isReeveError(error) && error.code !== "server-failure") throw error;
  }
}

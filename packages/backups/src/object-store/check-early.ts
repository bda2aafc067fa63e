import { isReeveError } from "@reeve/contract";

/** Timeout in milliseconds of the early check. After the timeout, the plan begins anyway, and its steps report the problems. */
const EARLY_CHECK_TIMEOUT = 5000;

/**
 * Checks a request with the object store before the plan begins. An unreachable store is not an error yet, because the steps of the plan
 * report it.
 */
export async function checkEarly(ask: (signal: AbortSignal) => Promise<unknown>): Promise<void> {
  try {
    await ask(AbortSignal.timeout(EARLY_CHECK_TIMEOUT));
  } catch (error) {
    if (isReeveError(error) && error.code !== "server-failure") throw error;
  }
}

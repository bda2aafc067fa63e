import { isReeveError } from "@reeve/contract";

/** Timeout in milliseconds of the early check. After the timeout, the plan begins anyway, and its steps report what is wrong. */
const EARLY_CHECK_TIMEOUT = 5000;

/**
 * Checks a request against the object store before the plan begins. An unreachable store is no error here, because the steps of the plan
 * will report it.
 */
export async function checkEarly(ask: (signal: AbortSignal) => Promise<unknown>): Promise<void> {
  try {
    await ask(AbortSignal.timeout(EARLY_CHECK_TIMEOUT));
  } catch (error) {
    if (isReeveError(error) && error.code !== "server-failure") throw error;
  }
}

import { isReeveError } from "@reeve/contract";

/** Timeout for the early check, in milliseconds; after that the plan finds out. */
const ASK_FIRST = 5000;

/** Checks a request with the store before it begins. Where the store cannot be reached, the plan will report it. */
export async function askFirst(ask: (signal: AbortSignal) => Promise<unknown>): Promise<void> {
  try {
    await ask(AbortSignal.timeout(ASK_FIRST));
  } catch (error) {
    if (isReeveError(error) && error.code !== "server-failure") throw error;
  }
}

import { isReeveError } from "@reeve/contract";

/** How long a request waits for the store to say what it knows; after that the plan finds out. */
const ASK_FIRST = 5000;

/** Asks the store what speaks against a request, before it is begun. That the store cannot be asked is for the plan to tell. */
export async function askFirst(ask: (signal: AbortSignal) => Promise<unknown>): Promise<void> {
  try {
    await ask(AbortSignal.timeout(ASK_FIRST));
  } catch (error) {
    if (isReeveError(error) && error.code !== "server-failure") throw error;
  }
}

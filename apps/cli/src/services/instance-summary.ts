import { isReeveError } from "@reeve/contract";
import type { Session } from "../session/session.ts";

/**
 * The state of an instance in one sentence; undefined for kinds of service without such a sentence, and for servers other than the Reeve
 * service.
 */
export async function summaryOfInstance({ parts, client, options }: Session): Promise<string | undefined> {
  try {
    return await parts.summary?.(client, options());
  } catch (thrown) {
    if (isReeveError(thrown, "not-found")) return undefined;
    throw thrown;
  }
}

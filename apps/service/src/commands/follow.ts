import { setTimeout as sleep } from "node:timers/promises";
import { type Context, noteOutage } from "@reeve/commands";
import { isReeveError } from "@reeve/contract";

/** Delay in milliseconds before the next request, after a failure or while there is nothing to read yet. */
const AGAIN = 1000;

/**
 * Reads answers one after the other until Ctrl-C, for the flag `--follow`. Once the reading has begun, an outage of the service does not
 * end it, so that it continues with what was recorded meanwhile.
 */
export async function* followed<Answer>(
  read: () => Promise<Answer>,
  hasBegun: () => boolean,
  context: Context,
): AsyncGenerator<Answer, void, void> {
  const { signal, over, interruption } = context;
  let isOut = false;
  try {
    for (;;) {
      const answer = await read().catch((error) => {
        const isPassing = isReeveError(error, "unreachable") || isReeveError(error, "timed-out");
        if (!isPassing || !hasBegun() || signal.aborted) throw error;
        if (!isOut) noteOutage(`no answer: ${error.message}`, context);
        isOut = true;
        return undefined;
      });
      if (answer !== undefined) {
        if (isOut) noteOutage("the service answers again", context);
        isOut = false;
        yield answer;
      }
      if (isOut || !hasBegun()) await sleep(AGAIN, undefined, { signal });
    }
  } catch (thrown) {
    // With `--follow`, reaching the timeout is not an error.
    if (!over.aborted || interruption.aborted) throw thrown;
  }
}

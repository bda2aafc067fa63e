import { setTimeout as sleep } from "node:timers/promises";
import { isReeveError } from "@reeve/contract";
import type { Transport } from "@reeve/transport";
import { type LogPlace, readLog } from "./read-log.ts";

export interface FollowOptions {
  readonly signal: AbortSignal;
  /** Called when the service stops answering, and when it answers again. */
  readonly outage: (words: string) => void;
}

/** Seconds that the service may wait for output before it answers a request (long polling). */
const WAIT = 10;

/** Delay in milliseconds before the next request, after a failure or while the task does not exist yet. */
const AGAIN = 1000;

/**
 * Yields each line of a node's output as soon as the line is complete. Lines that the node prints while the service is down are yielded
 * when the service is back.
 */
export async function* followLog(
  transport: Transport,
  place: LogPlace,
  { signal, outage }: FollowOptions,
): AsyncGenerator<string> {
  let after: string | undefined;
  let begun = "";
  let isOut = false;
  for (;;) {
    const onward = { ...place, ...(after !== undefined && { after, wait: WAIT }) };
    const excerpt = await readLog(transport, onward, { signal }).catch((error) => {
      const isPassing = isReeveError(error, "unreachable") || isReeveError(error, "timed-out");
      if (!isPassing || after === undefined || signal.aborted) throw error;
      if (!isOut) outage(`no answer: ${error.message}`);
      isOut = true;
      return undefined;
    });
    if (excerpt) {
      if (isOut) outage("the service answers again");
      isOut = false;
      after = excerpt.next ?? after;
      const text = begun + excerpt.text;
      const end = text.lastIndexOf("\n") + 1;
      begun = text.slice(end);
      if (end > 0) yield text.slice(0, end);
    }
    if (after === undefined || isOut) await sleep(AGAIN, undefined, { signal });
  }
}

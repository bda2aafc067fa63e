import type { Line, Outgoing, Received } from "./line.ts";
import type { Wait } from "./patience.ts";

/** Sends a request once and reads the answer; one that comes when its time is up is none. */
export async function sendOnce(open: () => Promise<Line>, outgoing: Outgoing, attempt: Wait): Promise<Received> {
  const line = await open();
  const received = await line.send(outgoing, attempt);
  const ended = attempt.error();
  if (ended) throw ended;
  return received;
}

import type { Adapter, OutgoingRequest, ReceivedAnswer } from "./adapter.ts";
import type { Wait } from "./deadline.ts";

/** Sends a request once and reads the response. Ends at the timeout even if the adapter does not stop; a later response is ignored. */
export async function sendOnce(
  open: () => Promise<Adapter>,
  outgoing: OutgoingRequest,
  attempt: Wait,
): Promise<ReceivedAnswer> {
  const line = await open();
  const received = await Promise.race([line.send(outgoing, attempt), whenOver(attempt)]);
  const ended = attempt.error();
  if (ended) throw ended;
  return received;
}

function whenOver({ signal }: Wait): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    else signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
}

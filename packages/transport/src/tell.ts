import type { TransportEvent } from "./event.ts";
import type { Exchange } from "./options.ts";
import { redact } from "./redact.ts";

/** What an event says of the call that it belongs to. */
interface Subject {
  readonly exchange: Exchange;
  readonly url: string;
  readonly requestId: string;
  readonly attempts: number;
}

/** An event without what is the same for all events of a call. */
type Told<Event> = Event extends TransportEvent
  ? Omit<Event, "requestId" | "operation" | "method" | "url" | "attempt">
  : never;

/** Tells an observer, whose own mistakes are not ours to fail by. */
export function tell(
  observe: ((event: TransportEvent) => void) | undefined,
  { exchange, url, requestId, attempts }: Subject,
  event: Told<TransportEvent>,
): void {
  if (!observe) return;
  const { operation, secrets, request } = exchange;
  const shown = secrets?.length ? redact(url, secrets) : url;
  const common = { requestId, method: request.method, url: shown, attempt: Math.max(attempts, 1) };
  try {
    const heard: unknown = observe({ ...common, ...(operation !== undefined && { operation }), ...event });
    // An observer may well be an async function, whatever its type says.
    if (heard instanceof Promise) heard.catch(() => undefined);
  } catch {
    // Nothing that is said of a call may change how it ends.
  }
}

/** Headers as an observer may see them: that there was a token, not which. */
export function shownHeaders(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return headers.authorization === undefined ? headers : { ...headers, authorization: "token=<redacted>" };
}

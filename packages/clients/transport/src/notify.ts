import { REDACTED, redact } from "@reeve/auth";
import type { TransportEvent } from "./event.ts";
import type { Exchange } from "./options.ts";
import type { ReceivedAnswer } from "./sender.ts";

/** The facts about a call that all events of the call contain. */
interface Subject {
  readonly exchange: Exchange;
  readonly url: string;
  readonly requestId: string;
  readonly attempts: number;
}

export function responseEvent(
  { status, headers, text }: ReceivedAnswer,
  milliseconds: number,
  secrets: Iterable<string>,
  excerpt = "",
): EventDetails<TransportEvent> {
  const shown = () => {
    const known = [...secrets];
    const pairs = [...headers].map(([name, value]) => [name, PRIVATE.has(name) ? REDACTED : redact(value, known)]);
    return Object.fromEntries(pairs);
  };
  const event = { kind: "response", status, milliseconds, length: text.length, headers: shown } as const;
  return excerpt === "" ? event : { ...event, excerpt };
}

/** Headers that may contain session keys. Such keys are unknown, so they cannot be found and redacted by value. */
const PRIVATE: ReadonlySet<string> = new Set(["set-cookie", "authorization", "proxy-authorization"]);

/** The fields of an event that differ between events of the same call. */
export type EventDetails<Event> = Event extends TransportEvent
  ? Omit<Event, "requestId" | "operation" | "method" | "url" | "attempt">
  : never;

/** Calls an observer, and ignores its errors. */
export function notify(
  observe: ((event: TransportEvent) => void) | undefined,
  { exchange, url, requestId, attempts }: Subject,
  event: EventDetails<TransportEvent>,
): void {
  if (!observe) return;
  const { operation, secrets, request } = exchange;
  const shown = secrets?.length ? redact(url, secrets) : url;
  const common = { requestId, method: request.method, url: shown, attempt: Math.max(attempts, 1) };
  try {
    const heard: unknown = observe({ ...common, ...(operation !== undefined && { operation }), ...event });
    // An observer may also be an async function, which TypeScript accepts.
    if (heard instanceof Promise) heard.catch(() => undefined);
  } catch {
    // An observer's error must not change the result of the call.
  }
}

/** The headers for an observer. They show that a token was sent, but not the token. */
export function redactedHeaders(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return headers.authorization === undefined ? headers : { ...headers, authorization: `token=${REDACTED}` };
}

import { REDACTED, redact } from "@reeve/auth";
import type { Call } from "./call.ts";
import type { ReceivedAnswer } from "./sender.ts";

/**
 * A report about the work of a transport. Events contain no tokens or secrets. They contain the beginning of a response's body, but only if
 * the response was not the expected one. A `login` event is sent when a token must be fetched.
 */
export type TransportEvent = {
  readonly requestId: string;
  readonly operation?: string;
  readonly method: string;
  readonly url: string;
  /** The number of the attempt; the first one is 1. */
  readonly attempt: number;
} & EventDetails;

/** The fields of an event that differ between events of the same call. */
type EventDetails =
  | { readonly kind: "request"; readonly headers: Readonly<Record<string, string>> }
  | {
      readonly kind: "response";
      readonly status: number;
      readonly milliseconds: number;
      readonly length: number;
      /** This is a function, because redacting the headers costs more than the rest of the call, and few observers read them. */
      headers(): Readonly<Record<string, string>>;
      /** The beginning of the body, if the response was not the expected one. */
      readonly excerpt?: string;
    }
  | { readonly kind: "failure"; readonly code: string; readonly message: string; readonly milliseconds: number }
  | { readonly kind: "retry"; readonly reason: string; readonly wait: number }
  | { readonly kind: "login"; readonly reason: string };

/** Headers that may contain session keys. Such keys are unknown, so they cannot be found and redacted by value. */
const PRIVATE: ReadonlySet<string> = new Set(["set-cookie", "authorization", "proxy-authorization"]);

export function responseEvent(
  { status, headers, text }: ReceivedAnswer,
  milliseconds: number,
  secrets: ReadonlySet<string>,
  excerpt = "",
): EventDetails {
  const shown = () =>
    Object.fromEntries([...headers].map(([name, value]) => [name, PRIVATE.has(name) ? REDACTED : redact(value, secrets)]));
  return { kind: "response", status, milliseconds, length: text.length, headers: shown, ...(excerpt !== "" && { excerpt }) };
}

/** Calls the observer of a call, if there is one, and ignores its errors. */
export function notify({ base, exchange, url, requestId, attempts }: Call, event: EventDetails): void {
  const { observe } = base.options;
  if (!observe) return;
  const { operation, secrets = [], request } = exchange;
  const common = { requestId, method: request.method, url: redact(url, secrets), attempt: Math.max(attempts, 1) };
  harmless(() => {
    const heard: unknown = observe({ ...common, ...(operation !== undefined && { operation }), ...event });
    // An observer may also be an async function, which TypeScript accepts.
    if (heard instanceof Promise) heard.catch(() => undefined);
  });
}

/** Ignores errors of an observer or a tracer. Otherwise a successful change could be reported as failed. */
export function harmless<Value>(work: () => Value): Value | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}

/** The headers of a request for an observer. They show that a token was sent, but not the token. */
export function redactedHeaders(headers: Headers): Readonly<Record<string, string>> {
  const token = headers.has("authorization") ? { authorization: `token=${REDACTED}` } : {};
  return { ...Object.fromEntries(headers), ...token };
}

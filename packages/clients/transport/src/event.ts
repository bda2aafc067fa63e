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
} & (
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
  | { readonly kind: "login"; readonly reason: string }
);

/**
 * What a transport tells of its work. No event holds a token or a secret, and of a body none has more than the beginning of one that is no
 * answer. A `login` is told where a token is fetched, not where one is at hand.
 */
export type TransportEvent = {
  readonly requestId: string;
  readonly operation?: string;
  readonly method: string;
  readonly url: string;
  /** 1 for the first. */
  readonly attempt: number;
} & (
  | { readonly kind: "request"; readonly headers: Readonly<Record<string, string>> }
  | {
      readonly kind: "response";
      readonly status: number;
      readonly milliseconds: number;
      readonly length: number;
      /** Made when they are asked for: to look for secrets in each costs more than the rest of a call, and most never look. */
      headers(): Readonly<Record<string, string>>;
      /** The beginning of the body, where it is none that was asked for. */
      readonly excerpt?: string;
    }
  | { readonly kind: "failure"; readonly code: string; readonly message: string; readonly milliseconds: number }
  | { readonly kind: "retry"; readonly reason: string; readonly wait: number }
  | { readonly kind: "login"; readonly reason: string }
);

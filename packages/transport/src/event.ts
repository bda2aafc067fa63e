/** What a transport tells of its work. No event holds a token, a secret or a body. */
export type TransportEvent = {
  readonly requestId: string;
  readonly operation?: string;
  readonly method: string;
  readonly url: string;
  /** 1 for the first. */
  readonly attempt: number;
} & (
  | { readonly kind: "request"; readonly headers: Readonly<Record<string, string>> }
  | { readonly kind: "response"; readonly status: number; readonly milliseconds: number; readonly length: number }
  | { readonly kind: "failure"; readonly code: string; readonly message: string; readonly milliseconds: number }
  | { readonly kind: "retry"; readonly reason: string; readonly wait: number }
  | { readonly kind: "login"; readonly reason: string }
);

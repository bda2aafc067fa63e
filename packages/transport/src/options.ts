import type { Credentials } from "@reeve/auth";
import type { Effect, Request, Verification, WireAnswer } from "@reeve/contract";
import type { AnswerHeaders, OpenAdapter } from "./adapter.ts";
import type { Media } from "./body.ts";
import type { TransportEvent } from "./event.ts";
import type { Tracer } from "./tracing.ts";

/** How to reach one cluster. */
export interface TransportOptions {
  /** The address of the cluster, with or without a path; HTTP or HTTPS. */
  readonly url: string;
  /** Where the token comes from. Without credentials no token is sent. */
  readonly credentials?: Credentials | undefined;
  /**
   * The cluster's own certificate authority, as PEM text or a file. It is then the only one that this transport trusts. By default the
   * platform's authorities are trusted. Certificate checks cannot be switched off.
   */
  readonly ca?: string | { readonly file: string } | undefined;
  /** The client certificate as PEM text, for servers that require one (mTLS). It goes with `key`. */
  readonly cert?: string | undefined;
  /** The private key of `cert` as PEM text: RSA, EC or Ed25519, not encrypted. */
  readonly key?: string | undefined;
  /**
   * The address of a proxy, such as `http://user:password@proxy.example:3128`; the environment is then ignored. By default the usual proxy
   * variables apply, except for services on this machine.
   */
  readonly proxy?: string | undefined;
  /** Replaces the platform's `fetch`; it is then responsible for trust, client certificates and proxies. */
  readonly fetch?: typeof globalThis.fetch | undefined;
  /** Replaces `fetch`: `nodeAdapter` of `@reeve/transport/node` starts faster. */
  readonly adapter?: OpenAdapter | undefined;
  /** Milliseconds for one attempt, its body included. Default 30 s; some operations declare a longer one. */
  readonly timeout?: number;
  /** Milliseconds for a call with all its attempts and waits. Default 120 s. */
  readonly totalTimeout?: number;
  /** How often a read is retried; default 2, 0 for never. A change is never sent twice. */
  readonly retries?: number;
  /** The most bytes that a body may have; default 64 MB. */
  readonly maxBodyBytes?: number;
  /** Called with every event; secrets are redacted. */
  readonly observe?: (event: TransportEvent) => void;
  /** Makes spans. By default the tracer that the application has set up with OpenTelemetry; `null` for none. */
  readonly tracer?: Tracer | null;
  /** For tests. */
  readonly clock?: Clock;
}

/** Time and randomness, as parameters. */
export interface Clock {
  now(): number;
  random(): number;
}

/** A request, and what the transport needs to know about it. */
export interface Exchange {
  readonly request: Request;
  /** Decides whether it may be retried. */
  readonly effect: Effect;
  /** For errors and traces: `topics.create`. */
  readonly operation?: string;
  readonly revision?: string;
  /** The read that shows whether a change was done; errors name it where that is uncertain. */
  readonly verification?: Verification | undefined;
  /** The media type to ask for; default JSON. */
  readonly media?: Media;
  /** Milliseconds for one attempt, where the default is too short. */
  readonly timeout?: number;
  /** Secrets in the body, to be redacted. */
  readonly secrets?: readonly string[];
  /** Whether an answer with a status other than 2xx is valid all the same: a plan that comes with 503 is. */
  accepts?(answer: WireAnswer): boolean;
}

/** Options of a single call. */
export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds for one attempt. */
  readonly timeout?: number | undefined;
  /** Milliseconds for all attempts and the waits between them. */
  readonly totalTimeout?: number | undefined;
}

/** An answer: JSON as data, other text as a string, an empty body as null. */
export interface Response extends WireAnswer {
  readonly headers: AnswerHeaders;
  /** The whole body as text, without a byte order mark. */
  readonly text: string;
  readonly requestId: string;
  readonly attempts: number;
  /** The beginning of the body for an error message: short, on one line, redacted. */
  excerpt(): string;
  /** Redacts this call's secrets in a text about the answer: its token, and keys in its body. */
  clean(words: string): string;
}

/** Sends requests to one cluster. */
export interface Transport {
  /** The base URL, without a slash at its end. */
  readonly url: string;
  /** Throws only a `ReeveError`. */
  send(exchange: Exchange, options?: CallOptions): Promise<Response>;
  /** Closes the transport and its connections: calls in progress and later calls fail as cancelled. */
  close(): Promise<void>;
}

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
   * The cluster's own certificate authority, as PEM text or a file. It is then the only one that is trusted, by this transport alone.
   * Without it the authorities that the platform trusts are. There is no switch that trusts everything.
   */
  readonly ca?: string | { readonly file: string } | undefined;
  /** The certificate with which this client shows who it is, as PEM text, where the server asks for one (mTLS). It goes with `key`. */
  readonly cert?: string | undefined;
  /** The private key of `cert` as PEM text: RSA, EC or Ed25519, not encrypted. */
  readonly key?: string | undefined;
  /**
   * The address of a proxy, such as `http://user:password@proxy.example:3128`: for this address whatever the environment says. Without it the
   * usual variables are followed, but never for a service of this machine.
   */
  readonly proxy?: string | undefined;
  /** Takes the place of the platform's `fetch`; trust, client certificates and proxies are then its business. */
  readonly fetch?: typeof globalThis.fetch | undefined;
  /** Takes the place of `fetch` and what carries it: `nodeAdapter` of `@reeve/transport/node` starts faster. */
  readonly adapter?: OpenAdapter | undefined;
  /** Milliseconds for one attempt, its body included. 30 s unless said otherwise; an operation that needs longer says so itself. */
  readonly timeout?: number;
  /** Milliseconds for a call with all its attempts and waits. 120 s unless said otherwise. */
  readonly totalTimeout?: number;
  /** How often a read is tried again; 2 unless said otherwise, 0 for never. A change is never sent twice. */
  readonly retries?: number;
  /** Bytes that a body may have; 64 MB unless said otherwise. */
  readonly maxBodyBytes?: number;
  /** Told of all that happens, with secrets already gone. */
  readonly observe?: (event: TransportEvent) => void;
  /** Makes spans; where the application has set up OpenTelemetry, its tracer is found without being given. `null` for none. */
  readonly tracer?: Tracer | null;
  /** For tests. */
  readonly clock?: Clock;
}

/** Time and chance, as parameters. */
export interface Clock {
  now(): number;
  random(): number;
}

/** What is to be sent, and what is known of it. */
export interface Exchange {
  readonly request: Request;
  /** Decides whether it may be sent again. */
  readonly effect: Effect;
  /** `topics.create`: for errors and traces. */
  readonly operation?: string;
  readonly revision?: string;
  /** The read that shows what became of a change: named where a failure leaves that open. */
  readonly verification?: Verification | undefined;
  /** What is asked for; JSON unless said otherwise. */
  readonly media?: Media;
  /** Milliseconds for one attempt, where the usual limit does not fit. */
  readonly timeout?: number;
  /** Values in the body that must not be shown. */
  readonly secrets?: readonly string[];
  /** Whether an answer with a status other than 2xx is one all the same: a plan that comes with 503 is. */
  accepts?(answer: WireAnswer): boolean;
}

/** What a single call may say. */
export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds for one attempt. */
  readonly timeout?: number | undefined;
  /** Milliseconds for all attempts and the waits between them. */
  readonly totalTimeout?: number | undefined;
}

/** An answer, read: JSON as data, other text as a string, nothing as null. */
export interface Response extends WireAnswer {
  readonly headers: AnswerHeaders;
  /** The body as text, all of it, but for a byte order mark at its beginning. */
  readonly text: string;
  readonly requestId: string;
  readonly attempts: number;
  /** The beginning of the body, for an error: short, on one line, without a secret that this call knows. */
  excerpt(): string;
  /** Takes every secret that this call knows out of words about the answer: its token, keys in its body. */
  clean(words: string): string;
}

/** Sends requests to one cluster. */
export interface Transport {
  /** The base URL, without a slash at its end. */
  readonly url: string;
  /** Throws a `ReeveError`, and nothing else. */
  send(exchange: Exchange, options?: CallOptions): Promise<Response>;
  /** Ends the transport: calls that are under way fail as cancelled, so do all later ones, and what it alone has open is closed. */
  close(): Promise<void>;
}

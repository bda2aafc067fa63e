import type { Credentials } from "@reeve/auth";
import type { Effect, Request, Verification, WireAnswer } from "@reeve/contract";
import type { Media } from "./body.ts";
import type { TransportEvent } from "./events.ts";
import type { Tracer } from "./tracing.ts";

/** The options for connecting to one cluster. */
export interface TransportOptions {
  /** The HTTP or HTTPS address of the cluster, with or without a path. */
  readonly url: string;
  /** The source of the token. Without credentials no token is sent. */
  readonly credentials?: Credentials | undefined;
  /**
   * The cluster's own CA as PEM text or a file. The transport then trusts no other CA. By default it trusts the CAs of the platform.
   * Certificate checks cannot be switched off.
   */
  readonly ca?: string | { readonly file: string } | undefined;
  /** The client certificate as PEM text, for servers that require one (mTLS); requires `key`. */
  readonly cert?: string | undefined;
  /** The private key of `cert` as PEM text: RSA, EC or Ed25519, not encrypted. */
  readonly key?: string | undefined;
  /**
   * The address of a proxy, such as `http://user:password@proxy.example:3128`. It overrides the usual proxy variables. By default these
   * variables apply, but never to services on this machine.
   */
  readonly proxy?: string | undefined;
  /** Replaces the platform's `fetch`. Certificate checks, client certificates and proxies are then the replacement's task. */
  readonly fetch?: typeof globalThis.fetch | undefined;
  /**
   * The timeout of one attempt in milliseconds, including the time to read the body. Default 30 s; some operations declare a longer
   * timeout.
   */
  readonly timeout?: number | undefined;
  /** The timeout of a call in milliseconds, including all attempts and the pauses between them. Default 120 s. */
  readonly totalTimeout?: number | undefined;
  /** How often a read is retried. Default 2; 0 means never. A change is never sent twice. */
  readonly retries?: number;
  /** The maximum size of a body in bytes; default 64 MB. */
  readonly maxBodyBytes?: number;
  /** Called with every event; secrets are redacted. */
  readonly observe?: (event: TransportEvent) => void;
  /** Creates spans. The default is the tracer that the application has registered with OpenTelemetry; `null` disables tracing. */
  readonly tracer?: Tracer | null;
  /** The clock, which only tests replace. */
  readonly clock?: TransportClock;
}

/** Where to connect, which CAs to trust, which client certificate to present, and through which proxy. */
export type ConnectionOptions = Pick<TransportOptions, "url" | "ca" | "cert" | "key" | "proxy" | "fetch">;

/** Time and randomness. They are parameters, so that tests can control them. */
export interface TransportClock {
  now(): number;
  random(): number;
}

/** A request, and what the transport needs to know about it. */
export interface Exchange {
  readonly request: Request;
  /** The effect of the operation, which decides whether a failed request may be retried. */
  readonly effect: Effect;
  /** The operation's name in errors and traces, such as `topics.create`. */
  readonly operation?: string;
  readonly revision?: string;
  /** The read that shows whether a change was made. If an error leaves that uncertain, the error names this read. */
  readonly verification?: Verification | undefined;
  /** The media type that the request accepts; default JSON. */
  readonly media?: Media;
  /** The timeout of one attempt in milliseconds, if the default is too short. */
  readonly timeout?: number;
  /** Secrets in the body, which are redacted in errors and events. */
  readonly secrets?: readonly string[];
  /** Whether a response with another status than 2xx is valid, such as a plan with status 503. */
  accepts?(answer: WireAnswer): boolean;
}

/** Options of a single call. Its timeouts take the place of those of the transport. */
export interface CallOptions extends Pick<TransportOptions, "timeout" | "totalTimeout"> {
  readonly signal?: AbortSignal | undefined;
}

/** The headers of an answer. The platform's `Headers` can be used as this type. */
export interface AnswerHeaders extends Iterable<[name: string, value: string]> {
  /** The value of a header. Several values are joined by commas; null if the header is missing. */
  get(name: string): string | null;
}

/** A response. JSON becomes data, other text stays a string, and an empty body becomes null. */
export interface Response extends WireAnswer {
  readonly headers: AnswerHeaders;
  /** The whole body as text, without a byte order mark. */
  readonly text: string;
  readonly requestId: string;
  readonly attempts: number;
  /** The beginning of the body, for use in an error message: short, on one line, and redacted. */
  excerpt(): string;
  /** Redacts this call's secrets in a text about the response: the token, and the secrets in the request body. */
  clean(words: string): string;
}

/** Sends requests to one cluster. */
export interface Transport {
  /** The base URL without a trailing slash. */
  readonly url: string;
  /** Sends a request. Rejects only with a `ReeveError`. */
  send(exchange: Exchange, options?: CallOptions): Promise<Response>;
  /** Closes the transport and its connections. Running and later calls fail as cancelled. */
  close(): Promise<void>;
}

import type { Effect, Request } from "@reeve/contract";
import type { Wait } from "./deadline.ts";
import type { ReadText } from "./read-text.ts";

/** Sends requests to one address: the platform's `fetch`, or a replacement for it. */
export interface Adapter {
  /** Sends once and reads the answer. Throws `unreachable`, `untrusted-certificate`, or the error with which the wait ended. */
  send(outgoing: OutgoingRequest, wait: Wait): Promise<ReceivedAnswer>;
  /** Closes its open connections. */
  close(): Promise<void>;
}

/** Opens an adapter; called by the first request. Throws `bad-input` if the options cannot be used. */
export type OpenAdapter = (connection: ConnectionOptions) => Promise<Adapter>;

/** Where to connect, which authorities to trust, which client certificate to show, and through which proxy. */
export interface ConnectionOptions {
  readonly url: string;
  readonly ca?: string | { readonly file: string } | undefined;
  readonly cert?: string | undefined;
  readonly key?: string | undefined;
  readonly proxy?: string | undefined;
  readonly fetch?: typeof globalThis.fetch | undefined;
}

/** A request, ready to be sent. */
export interface OutgoingRequest {
  readonly request: Request;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly maxBodyBytes: number;
  /** A request that is not a read must reach the server at most once. */
  readonly effect: Effect;
}

/** A status with its headers, the text of its body, and an error if the body could not be read whole. */
export interface ReceivedAnswer extends ReadText {
  readonly status: number;
  readonly headers: AnswerHeaders;
}

/** The headers of an answer; the platform's `Headers` fit. */
export interface AnswerHeaders extends Iterable<[name: string, value: string]> {
  /** The value, several joined by commas; null if the header is missing. */
  get(name: string): string | null;
}

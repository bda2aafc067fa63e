import type { Effect, Request } from "@reeve/contract";
import type { Wait } from "./deadline.ts";
import type { ReadText } from "./read-text.ts";

/** Sends requests to one address, with the platform's `fetch` or a replacement. */
export interface Adapter {
  /** Sends a request once and reads the response. Throws `unreachable`, `untrusted-certificate`, or the error with which the wait ended. */
  send(outgoing: OutgoingRequest, wait: Wait): Promise<ReceivedAnswer>;
  /** Closes the open connections. */
  close(): Promise<void>;
}

/** Opens an adapter. Called by the first request. Throws `bad-input` if the options are invalid. */
export type OpenAdapter = (connection: ConnectionOptions) => Promise<Adapter>;

/** Where to connect, which CAs to trust, which client certificate to present, and through which proxy. */
export interface ConnectionOptions {
  readonly url: string;
  readonly ca?: string | { readonly file: string } | undefined;
  readonly cert?: string | undefined;
  readonly key?: string | undefined;
  readonly proxy?: string | undefined;
  readonly fetch?: typeof globalThis.fetch | undefined;
}

/** A request that is ready to be sent. */
export interface OutgoingRequest {
  readonly request: Request;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly maxBodyBytes: number;
  /** A request whose effect is not `read` must reach the server at most once. */
  readonly effect: Effect;
}

/** A response: its status, its headers, the text of its body, and an error if the body could not be read completely. */
export interface ReceivedAnswer extends ReadText {
  readonly status: number;
  readonly headers: AnswerHeaders;
}

/** The headers of an answer. The platform's `Headers` can be used as this type. */
export interface AnswerHeaders extends Iterable<[name: string, value: string]> {
  /** The value of a header. Several values are joined by commas; null if the header is missing. */
  get(name: string): string | null;
}

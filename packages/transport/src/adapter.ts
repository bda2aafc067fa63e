import type { Effect, Request } from "@reeve/contract";
import type { Wait } from "./deadline.ts";
import type { ReadText } from "./read-text.ts";

/** What carries requests to one address: the platform's `fetch`, or something that takes its place. */
export interface Adapter {
  /** Sends once and reads the answer. Throws `unreachable`, `untrusted-certificate`, or what the wait ended with. */
  send(outgoing: OutgoingRequest, wait: Wait): Promise<ReceivedAnswer>;
  /** Closes what it has open. */
  close(): Promise<void>;
}

/** Opens a line; done by the first call. Throws `bad-input` where what it was given cannot be used. */
export type OpenAdapter = (way: ConnectionOptions) => Promise<Adapter>;

/** Where a line leads, whom it trusts, and what it shows of itself. */
export interface ConnectionOptions {
  readonly url: string;
  readonly ca?: string | { readonly file: string } | undefined;
  readonly cert?: string | undefined;
  readonly key?: string | undefined;
  readonly proxy?: string | undefined;
  readonly fetch?: typeof globalThis.fetch | undefined;
}

/** A request as it goes out. */
export interface OutgoingRequest {
  readonly request: Request;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly maxBodyBytes: number;
  /** What is no read must reach the server once at the most. */
  readonly effect: Effect;
}

/** A status with its headers and the text of its body, and what is wrong with that, if something is. */
export interface ReceivedAnswer extends ReadText {
  readonly status: number;
  readonly headers: AnswerHeaders;
}

/** The headers of an answer; the platform's `Headers` are some. */
export interface AnswerHeaders extends Iterable<[name: string, value: string]> {
  /** The value, several of them joined by commas; null where there is none. */
  get(name: string): string | null;
}

import type { Effect, Request } from "@reeve/contract";
import type { AnswerHeaders } from "./adapter.ts";

/** Sends a request once with some implementation of `fetch`. */
export type SendByFetch = (asked: FetchRequest, signal: AbortSignal) => Promise<FetchAnswer>;

/** The request to send. */
interface FetchRequest {
  readonly request: Request;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly effect: Effect;
}

/** The part of a `fetch` response that the transport reads. */
export interface FetchAnswer {
  readonly status: number;
  readonly headers: AnswerHeaders;
  readonly body: ReadableStream<Uint8Array> | null;
}

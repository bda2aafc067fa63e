import type { Effect, Request } from "@reeve/contract";
import type { AnswerHeaders } from "./adapter.ts";

/** Sends a request by a `fetch`, once. */
export type SendByFetch = (asked: FetchRequest, signal: AbortSignal) => Promise<FetchAnswer>;

/** What is to be sent. */
interface FetchRequest {
  readonly request: Request;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly effect: Effect;
}

/** The part of a `fetch` answer that is read. */
export interface FetchAnswer {
  readonly status: number;
  readonly headers: AnswerHeaders;
  readonly body: ReadableStream<Uint8Array> | null;
}

/** A request, from a socket or from a `fetch` of this process. */
export interface HttpRequest {
  readonly method: string;
  /** Path and query, as they were sent. */
  readonly target: string;
  /** The value of a header, by its lower-case name; repeated headers are joined. */
  header(name: string): string | undefined;
  /** The client's address; undefined for this process itself. */
  readonly client: string | undefined;
  /** Aborted when the client has gone. Created on first use. */
  signal(): AbortSignal;
  /** The body, read once. Rejects where it is over the limit. */
  body(): Promise<Uint8Array>;
}

/** An answer that is ready to be sent. */
export interface HttpAnswer {
  readonly status: number;
  /** By lower-case name; with the length, where there is a body. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  /** In place of a body: sent as it comes, until it ends or the client has gone. */
  readonly stream?: AsyncIterable<Uint8Array>;
}

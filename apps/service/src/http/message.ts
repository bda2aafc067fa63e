/** A request, whatever brought it: a socket, or a `fetch` of this process. */
export interface HttpRequest {
  readonly method: string;
  /** Path and query, as they were sent. */
  readonly target: string;
  /** The value of a header, by its lower-case name; of one that came more than once, all of them joined. */
  header(name: string): string | undefined;
  /** Who asks, as far as the network tells; undefined for this process itself. */
  readonly client: string | undefined;
  /** Aborted when nobody waits for the answer any more. Made when it is first asked for. */
  signal(): AbortSignal;
  /** The body, read once. Rejects where it is larger than the limit. */
  body(): Promise<Uint8Array>;
}

/** An answer, ready to be sent. */
export interface HttpAnswer {
  readonly status: number;
  /** By lower-case names; where there is a body, its length is among them. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  /** In place of a body whose length is known: what is sent as it comes, until it ends or nobody reads any more. */
  readonly stream?: AsyncIterable<Uint8Array>;
}

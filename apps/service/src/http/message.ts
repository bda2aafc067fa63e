/** A request, from a socket or from a `fetch` of this process. */
export interface HttpRequest {
  readonly method: string;
  /** Path and query as received. */
  readonly target: string;
  /** The value of a header, by its lower-case name; repeated headers are joined. */
  header(name: string): string | undefined;
  /** The client's address; undefined for requests from this process. */
  readonly client: string | undefined;
  /** Called when the request has proved to have a valid token; the server then keeps room for its connection. */
  readonly trust?: () => void;
  /** Aborted when the client has disconnected. Created on first use. */
  signal(): AbortSignal;
  /** Reads the body; may be called only once. Rejects if the body is larger than the limit. */
  body(): Promise<Uint8Array>;
}

/** An answer that is ready to be sent. */
export interface HttpAnswer {
  readonly status: number;
  /** The headers by lower-case name, including the length if there is a body. */
  readonly headers: Readonly<Record<string, string>>;
  /** The bytes, or a text that is sent as UTF-8. */
  readonly body: Uint8Array | string;
  /** A stream that is sent instead of the body, until the stream ends or the client disconnects. */
  readonly stream?: Stream;
  /** Whether the stream never ends by itself, so that only the client or the service can end it. */
  readonly endless?: boolean;
}

/** An iterable of pieces, or a function that writes the pieces and resolves when the receiver has closed. */
export type Stream = AsyncIterable<Uint8Array> | ((to: Receiver) => Promise<void>);

/** Receives a stream. It is declared here so that users of the package do not need the types of Node. */
export interface Receiver {
  /** Returns whether the receiver accepts more bytes now. If not, the receiver emits `drain` when it accepts bytes again. */
  write(bytes: Uint8Array): boolean;
  end(): void;
  on(event: "drain" | "close" | "error", listener: () => void): unknown;
}

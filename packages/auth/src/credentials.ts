/** A token, and how long it is good for. */
export interface Token {
  readonly value: string;
  /** When it ends, in milliseconds since 1970 by this machine's clock; absent where that is unknown. */
  readonly expiresAt?: number;
  /** Whether the source still gives the same token; asked before each use. Absent where the source cannot change. */
  isCurrent?(): boolean;
}

/** Where tokens come from. Made by the functions of this package, or by your own. */
export interface Credentials {
  /** A description for error messages, without a secret: "the token in REEVE_TOKEN". */
  readonly about: string;
  /** What to do when the server refuses it; the end of a sentence. */
  readonly advice: string;
  /** Whether another request can give another token. */
  readonly renewable: boolean;
  /** Milliseconds to wait after a failure before the source is asked again. Default 2,000; 0 where asking again costs nothing. */
  readonly restAfterFailure?: number;
  obtain(context: LoginContext): Promise<Token>;
}

/** What a login can use. */
export interface LoginContext {
  /** Sends JSON to a path below the base URL, once, without a token, and reads JSON. */
  post(path: string, body: Readonly<Record<string, string>>): Promise<LoginAnswer>;
  /** Milliseconds since 1970. */
  now(): number;
  /** Aborted when no caller waits for the token any more; work that is still running should then end. */
  readonly signal: AbortSignal;
}

/** Sends logins; a transport implements it. */
export interface LoginSender {
  /** Sends JSON to a path below the base URL, once, without a token, and reads JSON. Stops when the signal is aborted. */
  post(path: string, body: Readonly<Record<string, string>>, signal: AbortSignal): Promise<LoginAnswer>;
  /** Milliseconds since 1970. */
  now(): number;
}

export interface LoginAnswer {
  readonly status: number;
  readonly body: unknown;
  /** The server's clock in milliseconds since 1970, if the answer tells it. */
  readonly serverTime?: number;
}

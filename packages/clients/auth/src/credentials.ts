/** A token and its expiry. */
export interface Token {
  readonly value: string;
  /** The time at which the token expires, in milliseconds since 1970 by this machine's clock; absent if unknown. */
  readonly expiresAt?: number;
  /** Whether the source still contains the same token; called before each use. Absent if the source cannot change. */
  isCurrent?(): boolean;
}

/** A source of tokens, made by a function of this package or written by you. */
export interface Credentials {
  /** A description for error messages, without a secret: "the token in REEVE_TOKEN". */
  readonly about: string;
  /** What to do if the server refuses the token, as the end of a sentence. */
  readonly advice: string;
  /** Whether the source can supply another token. */
  readonly renewable: boolean;
  /** Milliseconds to wait after a failure before the source is asked again. Default 2,000; 0 if asking again costs nothing. */
  readonly restAfterFailure?: number;
  obtain(context: LoginContext): Promise<Token>;
}

/** The functions that a login can use. */
export interface LoginContext extends Pick<LoginSender, "origin" | "now"> {
  /** Sends JSON to a path below the base URL, once, without a token, and reads JSON. */
  post(path: string, body: Readonly<Record<string, string>>): Promise<LoginAnswer>;
  /** Aborted when no caller waits for the token any more. A login in progress should then stop. */
  readonly signal: AbortSignal;
}

/** Sends logins; a transport implements it. */
export interface LoginSender {
  /** The origin of the base URL, for which a login token is made. */
  readonly origin: string;
  /** Sends JSON to a path below the base URL, once, without a token, and reads JSON. Stops when the signal is aborted. */
  post(path: string, body: Readonly<Record<string, string>>, signal: AbortSignal): Promise<LoginAnswer>;
  /** Milliseconds since 1970. */
  now(): number;
}

export interface LoginAnswer {
  readonly status: number;
  readonly body: unknown;
  /** The server's time in milliseconds since 1970, if the answer contains it. */
  readonly serverTime?: number;
}

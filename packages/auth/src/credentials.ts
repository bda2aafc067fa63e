/** A token, and how long it is good for. */
export interface Token {
  readonly value: string;
  /** When it ends, in milliseconds since 1970 by this machine's clock; absent where nobody knows. */
  readonly expiresAt?: number;
  /** Whether its source still says the same; asked before each use. Absent where the source cannot change. */
  isCurrent?(): boolean;
}

/** Where tokens come from. Made by the functions of this package, or by your own. */
export interface Credentials {
  /** In words for an error, without a secret: "the token in REEVE_TOKEN". */
  readonly about: string;
  /** What to do when the server refuses it, as the end of a sentence. */
  readonly advice: string;
  /** Whether asking again can give another token. */
  readonly renewable: boolean;
  /** For so many milliseconds after a failure its source is left alone: 2,000 unless said otherwise, 0 where asking again costs nothing. */
  readonly restAfterFailure?: number;
  obtain(context: LoginContext): Promise<Token>;
}

/** What one login has at hand. */
export interface LoginContext {
  /** Sends JSON to a path below the base URL, once, without a token, and reads JSON. */
  post(path: string, body: Readonly<Record<string, string>>): Promise<LoginAnswer>;
  /** Milliseconds since 1970. */
  now(): number;
  /** Aborted when nobody waits for the token any more: whatever still runs to obtain it should then end. */
  readonly signal: AbortSignal;
}

/** Who sends logins: a transport. */
export interface LoginSender {
  /** Sends JSON to a path below the base URL, once, without a token, and reads JSON; lets go of it when the signal is aborted. */
  post(path: string, body: Readonly<Record<string, string>>, signal: AbortSignal): Promise<LoginAnswer>;
  /** Milliseconds since 1970. */
  now(): number;
}

export interface LoginAnswer {
  readonly status: number;
  readonly body: unknown;
  /** What the server's clock says, in milliseconds since 1970, where it does. */
  readonly serverTime?: number;
}

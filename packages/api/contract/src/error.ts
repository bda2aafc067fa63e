/** All error codes with their meaning for users. The keys are stable, because programs compare them. */
export const errorCodes = {
  "bad-input": "The request was refused before it was sent: a value is missing or invalid.",
  "not-in-revision": "The server's revision of the API does not have this operation.",
  unauthenticated: "The server requires a login: the token is missing, expired or wrong.",
  forbidden: "The user is logged in, but not allowed to do this.",
  "not-found": "Something that the request names does not exist.",
  conflict: "The request conflicts with the server's state: the object already exists, or is busy.",
  "server-failure": "The server could not carry out the request.",
  "unexpected-response": "The server's answer does not match its API.",
  unreachable: "No answer came: the server or the network is down.",
  "untrusted-certificate": "The server's certificate is not signed by an authority that is trusted here.",
  "timed-out": "The answer did not come before the timeout.",
  cancelled: "The caller cancelled before the answer came.",
  "rollout-failed": "The rollout ended with errors.",
  "still-pending": "The wait timed out before the work was complete.",
} as const;

export type ErrorCode = keyof typeof errorCodes;

/** A read that shows whether a change was made, with the input of the read. */
export interface Verification {
  /** The name of the API to which the operation belongs. */
  readonly api: string;
  /** The read as `noun.verb`, such as `topics.describe`. */
  readonly operation: string;
  readonly input: Readonly<Record<string, unknown>>;
}

/** The known facts about an error. */
export interface ErrorContext {
  readonly operation?: string;
  readonly revision?: string;
  readonly method?: string;
  readonly path?: string;
  readonly status?: number;
  readonly requestId?: string;
  readonly attempts?: number;
  /** The beginning of the server's answer, redacted. */
  readonly excerpt?: string;
  /**
   * Set if a change may have been made although the call failed: the request was sent, and no answer proves that the change was not made.
   */
  readonly mayHaveBeenDone?: true;
  /** The read that shows whether the change was made. */
  readonly verification?: Verification;
}

/** A package may be installed twice in one program. `instanceof` fails between the copies; a registered symbol does not. */
const MARK = Symbol.for("@reeve/error");

/** The error of every Reeve package. Its message is for people, its `code` for programs. */
export class ReeveError extends Error {
  override readonly name = "ReeveError";
  readonly code: ErrorCode;
  readonly context: ErrorContext;

  constructor(code: ErrorCode, message: string, context: ErrorContext = {}, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
    this.context = context;
    Object.defineProperty(this, MARK, { value: true });
  }

  /** Whether a change may have been made although the call failed. Always false for reads. */
  get mayHaveBeenDone(): boolean {
    return this.context.mayHaveBeenDone === true;
  }

  toJSON(): { code: ErrorCode; message: string } & ErrorContext {
    return { code: this.code, message: this.message, ...this.context };
  }
}

/** Whether a caught value is a ReeveError, optionally with this code. */
export function isReeveError<Code extends ErrorCode = ErrorCode>(
  error: unknown,
  code?: Code,
): error is ReeveError & { readonly code: Code } {
  if (!(error instanceof Error && MARK in error)) return false;
  return code === undefined || ("code" in error && error.code === code);
}

/** The error for an aborted signal: its reason if that is a `ReeveError`, `timed-out` for `AbortSignal.timeout`, otherwise `cancelled`. */
export function cancellationError(signal: { readonly reason?: unknown } | undefined): ReeveError {
  const reason = signal?.reason;
  if (isReeveError(reason)) return reason;
  const isTimeout = typeof reason === "object" && reason !== null && "name" in reason && reason.name === "TimeoutError";
  return isTimeout ? new ReeveError("timed-out", "the caller's timeout passed") : new ReeveError("cancelled", "the caller cancelled");
}

/** The code of an error of the system or of a library, such as `ENOENT`; undefined if it has none. */
export function codeOfError(error: unknown): string | undefined {
  return error instanceof Error && "code" in error ? String(error.code) : undefined;
}

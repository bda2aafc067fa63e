import { codeOfError, isReeveError, ReeveError } from "@reeve/contract";

/** The error for a request that the API server has refused. */
export class ApiRefusal extends Error {
  override readonly name = "Refusal";
  readonly status: number;
  /** The reason in one word, such as `AlreadyExists`, `Forbidden` or `Expired`. */
  readonly reason: string;

  constructor(status: number, reason: string, message: string) {
    super(message);
    this.status = status;
    this.reason = reason;
  }
}

export function isRefusal(error: unknown, status: number): error is ApiRefusal {
  return error instanceof ApiRefusal && error.status === status;
}

/** Describes in one sentence why a request has failed. */
export function explainRefusal(error: unknown, server: string): string {
  if (error instanceof ApiRefusal) return error.status === 401 ? `${server} refuses the credentials` : error.message;
  const reason = error instanceof Error ? error.message || codeOfError(error) || "" : String(error);
  return `the API server ${server} does not answer: ${reason}`;
}

/** The error for users of a request that has failed. */
export function errorFor(error: unknown, server: string): ReeveError {
  if (isReeveError(error)) return error;
  const code = error instanceof ApiRefusal ? "conflict" : "unreachable";
  return new ReeveError(code, explainRefusal(error, server), {}, { cause: error });
}

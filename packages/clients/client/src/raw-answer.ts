import {
  type ListedOperation,
  ReeveError,
  type Request,
  readAnswer,
  type Verification,
  withUncertainty,
} from "@reeve/contract";
import type { Response } from "@reeve/transport";

/** The response as the server sent it. */
export interface RawAnswer<Value = unknown> extends Response {
  /** The revision in which the request was sent. */
  readonly revision: string;
  /** Returns the value that the method itself returns. Throws if a 2xx response reports a failure, or if the body does not fit the API. */
  read(): Value;
}

/** Adds to a response the method that reads its value. */
export function rawAnswer(response: Response, sent: Sent): RawAnswer {
  return { ...response, revision: sent.revision, read: () => readValue(response, sent) };
}

function readValue(response: Response, sent: Sent): unknown {
  const { output } = sent.listed.operation;
  const failure = output.failure(response);
  if (failure) throw error(failure.code, failure.message, response, sent);
  const decoded = readAnswer(output, response);
  if (decoded.ok) return decoded.value;
  const sentence = `the answer to ${sent.listed.name} does not match ${sent.revision}: ${decoded.issues[0]}`;
  throw error("unexpected-response", sentence, response, sent);
}

function error(code: ReeveError["code"], message: string, response: Response, sent: Sent): ReeveError {
  const { status, requestId, attempts } = response;
  const { listed, revision, request, verification } = sent;
  const excerpt = response.excerpt();
  const failure = new ReeveError(code, response.clean(message), {
    operation: listed.name,
    revision,
    method: request.method,
    path: request.path,
    status,
    requestId,
    attempts,
    ...(excerpt !== "" && { excerpt }),
  });
  // A refused change was not made. But if the server failed or its response cannot be read, the change may have been made.
  const isOpen = code === "server-failure" || code === "unexpected-response";
  return isOpen && listed.operation.effect !== "read" ? withUncertainty(failure, verification) : failure;
}

/** A request that has been sent, and its operation. */
interface Sent {
  readonly listed: ListedOperation;
  readonly revision: string;
  readonly request: Request;
  /** The read that shows whether a change was made. */
  readonly verification: Verification | undefined;
}

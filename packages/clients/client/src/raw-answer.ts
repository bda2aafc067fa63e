import {
  type Answer,
  carriesValue,
  isRecord,
  type ListedOperation,
  ReeveError,
  type Request,
  readAnswer,
  type Verification,
  type WireAnswer,
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

/**
 * Whether a response with a status other than 2xx contains the operation's value: a plan with 503 is a plan, but a gateway's message with
 * 503 is an outage. A body that has all fields of the value counts even if a field is invalid; parsing the body then reports that field.
 */
export function carries(output: Answer<unknown>, wire: WireAnswer): boolean {
  if (!carriesValue(output, wire.status) || wire.body === null || typeof wire.body !== "object") return false;
  return readAnswer(output, wire).ok || output.forms.some(({ schema }) => hasFieldsOf(schema, wire.body));
}

/**
 * How many fields a value must have to be recognised, because other bodies could match fewer fields by chance: a problem document, for
 * instance, also has a `status`.
 */
const MIN_FIELDS = 3;

function hasFieldsOf(schema: unknown, body: unknown): boolean {
  if (!isRecord(schema) || !isRecord(schema.entries) || !isRecord(body)) return false;
  const required = Object.entries(schema.entries).filter(([, each]) => isRecord(each) && each.type !== "exact_optional");
  return required.length >= MIN_FIELDS && required.every(([field]) => field in body);
}

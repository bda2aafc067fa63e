import { ReeveError, readAnswer, withUncertainty } from "@reeve/contract";
import type { Response } from "@reeve/transport";
import type { Sent } from "./sent.ts";

/** What a server sent, exactly. */
export interface RawAnswer<Value = unknown> extends Response {
  /** The revision in which the server was asked. */
  readonly revision: string;
  /**
   * Reads the value that the method itself gives. Throws where a failure hides in an answer of success, and where the body is not what
   * the API describes.
   */
  read(): Value;
}

/** Puts an answer together with the way to read it. */
export function rawAnswer(response: Response, sent: Sent): RawAnswer {
  return { ...response, revision: sent.revision, read: () => readValue(response, sent) };
}

function readValue(response: Response, sent: Sent): unknown {
  const { output } = sent.listed.operation;
  const failure = output.failure(response);
  if (failure) throw error(failure.code, failure.message, response, sent);
  const decoded = readAnswer(output, response);
  if (decoded.ok) return decoded.value;
  const sentence = `the answer to ${sent.listed.name} is not what ${sent.revision} describes: ${decoded.issues[0]}`;
  throw error("unexpected-response", sentence, response, sent);
}

function error(code: ReeveError["code"], message: string, response: Response, sent: Sent): ReeveError {
  const { status, requestId, attempts } = response;
  const { listed, revision, request, verification } = sent;
  const excerpt = response.excerpt();
  const told = new ReeveError(code, response.clean(message), {
    operation: listed.name,
    revision,
    method: request.method,
    path: request.path,
    status,
    requestId,
    attempts,
    ...(excerpt !== "" && { excerpt }),
  });
  // What was refused was not done; a tool that failed, or an answer that nobody understands, leaves that open.
  const isOpen = code === "server-failure" || code === "unexpected-response";
  return isOpen && listed.operation.effect !== "read" ? withUncertainty(told, verification) : told;
}

import { ReeveError, readAnswer } from "@reeve/contract";
import type { Response } from "@reeve/transport";
import { withoutSecrets } from "./secrets.ts";
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
  const { status, requestId, attempts, text } = response;
  const { listed, revision, request, secrets } = sent;
  const excerpt = excerptOf(withoutSecrets(text.slice(0, LOOKED_AT), secrets));
  return new ReeveError(code, withoutSecrets(message, secrets), {
    operation: listed.name,
    revision,
    method: request.method,
    path: request.path,
    status,
    requestId,
    attempts,
    ...(excerpt !== "" && { excerpt }),
  });
}

const EXCERPT_LENGTH = 300;

/** So much of a body is looked at; a secret that is cut in half here is far behind what is shown. */
const LOOKED_AT = 4096;

/** The beginning of a body: on one line, and harmless to a terminal. */
function excerptOf(text: string): string {
  const line = text
    .replace(/\s+/g, " ")
    .replace(/[\p{Cc}\p{Cf}]/gu, "�")
    .trim();
  return line.length > EXCERPT_LENGTH ? `${line.slice(0, EXCERPT_LENGTH)}…` : line;
}

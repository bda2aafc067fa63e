import { ReeveError } from "@reeve/contract";
import type { HttpRequest } from "./message.ts";
import { refusal } from "./problem.ts";

/** Reads a JSON body. Refuses other media types (415), bodies over the limit (413) and malformed JSON (400). */
export async function readJson(request: HttpRequest): Promise<unknown> {
  refuseOtherKinds(request);
  return parseJson(await readBodyText(request));
}

/** Like `readJson`, but returns undefined for an empty body. */
export async function readOptionalJson(request: HttpRequest): Promise<unknown> {
  const text = await readBodyText(request);
  if (text === "") return undefined;
  refuseOtherKinds(request);
  return parseJson(text);
}

function refuseOtherKinds(request: HttpRequest): void {
  const type = mediaType(request);
  if (type === undefined || type === "application/json") return;
  throw refusal(415, "bad-input", `The body must be application/json, not ${type}: send Content-Type: application/json.`);
}

/** A login must name JSON as its media type: a foreign web page can send a form or text without a preflight request, but not JSON. */
export function requireJson(request: HttpRequest): void {
  if (mediaType(request) === "application/json") return;
  throw refusal(415, "bad-input", "A login must be application/json: send Content-Type: application/json.");
}

/** Reads a body of text in UTF-8, whatever its media type. */
export async function readBodyText(request: HttpRequest): Promise<string> {
  const encoding = request.header("content-encoding");
  if (encoding !== undefined && encoding !== "identity") {
    throw refusal(415, "bad-input", "The body must not be compressed.", { "accept-encoding": "identity" });
  }
  try {
    return decoder.decode(await request.body());
  } catch (error) {
    if (error instanceof TypeError) throw new ReeveError("bad-input", "the body is not UTF-8");
    throw error;
  }
}

/** The media type of the body without parameters; undefined if the client sent none. */
function mediaType(request: HttpRequest): string | undefined {
  const [type = ""] = (request.header("content-type") ?? "").split(";");
  return type.trim() === "" ? undefined : type.trim().toLowerCase().slice(0, 100);
}

function parseJson(text: string): unknown {
  if (text.trim() === "") throw new ReeveError("bad-input", "expected a JSON object in the body, received nothing");
  try {
    return JSON.parse(text);
  } catch {
    // The parser's message is not shown, because it quotes the body, which may contain a secret.
    throw new ReeveError("bad-input", "the body is not well-formed JSON");
  }
}

const decoder = new TextDecoder("utf-8", { fatal: true });

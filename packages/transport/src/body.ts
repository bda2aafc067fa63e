import { ReeveError } from "@reeve/contract";

/** The media type that a request asks for. */
export type Media = "application/json" | "text/xml";

/**
 * Parses a body for a caller who asked for JSON or XML: an empty body is null, JSON is data, other text is itself. Throws
 * `unexpected-response` for anything else.
 */
export function parseBody(text: string, contentType: string, media: Media): unknown {
  if (text === "") return null;
  const type = mediaTypeOf(contentType);
  const json = media === "application/json" && isJson(type);
  const value = json ? parsed(text) : undefined;
  if (value !== undefined) return value;
  if (isPage(text, contentType)) {
    throw unexpected(
      "the server answered with a page for a browser: is this the address of a cluster, and not of its login page?",
    );
  }
  if (json) throw unexpected("the body is declared as JSON but is not valid JSON: it may have been cut short");
  if (!isLegal(type, media)) {
    throw unexpected(`the server answered with ${shown(type)} where ${names[media]} was asked for`);
  }
  return media === "application/json" && looksLikeJson(text) ? (parsed(text) ?? text) : text;
}

/** Whether a body of this kind may hold a readable error message: a page or an image does not. */
export function mayHoldMessage(text: string, contentType: string): boolean {
  return !isPage(text, contentType) && isLegal(mediaTypeOf(contentType), "application/json");
}

const names: Readonly<Record<Media, string>> = { "application/json": "JSON", "text/xml": "XML" };

/** An HTML page comes from a login form or a gateway, whatever its content type says. */
function isPage(text: string, contentType: string): boolean {
  return /\bhtml\b/i.test(contentType) || /^\s*<(?:!doctype html|html)\b/i.test(text);
}

/** Servers of these APIs also send JSON and XML as plain text, and sometimes without a content type. */
function isLegal(type: string, media: Media): boolean {
  if (type === "" || type === "text/plain") return true;
  return media === "application/json" ? isJson(type) : /[/+]xml$/.test(type);
}

function isJson(type: string): boolean {
  return type === "application/json" || /[/+]json$/.test(type);
}

/** The type without its parameters. */
function mediaTypeOf(contentType: string): string {
  const end = contentType.indexOf(";");
  return (end === -1 ? contentType : contentType.slice(0, end)).trim().toLowerCase();
}

/** The content type is untrusted input: only characters that are legal in one are shown. */
function shown(type: string): string {
  return type.replace(/[^\w/+.-]/g, "�").slice(0, 100);
}

function looksLikeJson(text: string): boolean {
  return /^\s*[[{]/.test(text);
}

/** JSON has no undefined, so undefined means that the text is not JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function unexpected(sentence: string): ReeveError {
  return new ReeveError("unexpected-response", sentence);
}

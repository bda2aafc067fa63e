import { ReeveError } from "@reeve/contract";

/** The media type that a request accepts. */
export type Media = "application/json" | "text/xml" | "text/event-stream";

const MEDIA_NAMES: Readonly<Record<Media, string>> = {
  "application/json": "JSON",
  "text/xml": "XML",
  "text/event-stream": "events",
};

/**
 * Parses a body for a caller that accepts one media type: an empty body becomes null, JSON becomes data, and other text, such as lines of
 * JSON or events, stays text. Any other body is an `unexpected-response`.
 */
export function parseBody(text: string, contentType: string, media: Media): { readonly body: unknown } | { readonly error: ReeveError } {
  if (text === "") return { body: null };
  const type = mediaTypeOf(contentType);
  const json = media === "application/json" && isJson(type);
  const value = json ? parsed(text) : undefined;
  if (value !== undefined) return { body: value };
  if (isPage(text, contentType)) {
    const sentence = "the server answered with a page for a browser: is this the address of a cluster, and not of its login page?";
    return { error: unexpected(sentence) };
  }
  if (json) return { error: unexpected("the body is declared as JSON but is not valid JSON: it may have been cut short") };
  if (!isLegal(type, media)) {
    // The content type is untrusted input, so only characters that are legal in a content type are shown.
    const shown = type.replace(/[^\w/+.-]/g, "�").slice(0, 100);
    return { error: unexpected(`the server answered with ${shown} instead of ${MEDIA_NAMES[media]}`) };
  }
  const mayBeJson = media === "application/json" && !isJsonLines(type) && /^\s*[[{]/.test(text);
  return { body: mayBeJson ? (parsed(text) ?? text) : text };
}

/** Whether a body may contain a readable error message; a web page or an image does not. */
export function mayHoldMessage(text: string, contentType: string): boolean {
  return !isPage(text, contentType) && isLegal(mediaTypeOf(contentType), "application/json");
}

/** Whether a body is an HTML page. Such a page comes from a login form or a gateway, and its content type may be wrong. */
function isPage(text: string, contentType: string): boolean {
  return /\bhtml\b/i.test(contentType) || /^\s*<(?:!doctype html|html)\b/i.test(text);
}

/**
 * Whether the content type is acceptable. Servers of these APIs also send JSON and XML as plain text, and sometimes without a content type.
 */
function isLegal(type: string, media: Media): boolean {
  if (type === "" || type === "text/plain") return true;
  if (media === "application/json") return isJson(type) || isJsonLines(type);
  return media === "text/xml" ? /[/+]xml$/.test(type) : type === media;
}

function isJson(type: string): boolean {
  return type === "application/json" || /[/+]json$/.test(type);
}

/** Whether a body has a JSON value on each line. */
export function isJsonLines(contentType: string): boolean {
  return /^application\/(?:x-ndjson|ndjson|jsonl)$/.test(mediaTypeOf(contentType));
}

/** The type without its parameters. */
function mediaTypeOf(contentType: string): string {
  const end = contentType.indexOf(";");
  return (end === -1 ? contentType : contentType.slice(0, end)).trim().toLowerCase();
}

/** Parses JSON. Returns undefined, which is no JSON value, if the text is not JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function unexpected(sentence: string): ReeveError {
  return new ReeveError("unexpected-response", sentence);
}

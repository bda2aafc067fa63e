import { OWN_MEDIA_TYPE, ReeveError } from "@reeve/contract";

/** The media type that a request accepts. */
export type Media = "application/json" | "text/xml" | "text/event-stream";

const JSON_TYPE = /[/+]json$/;
const JSON_LINES = /^application\/(?:x-ndjson|ndjson|jsonl)$/;

/** What a request for a media type sends as `accept`, the name of the type in messages, and the types of its answers. */
export const mediaTypes: Readonly<Record<Media, { readonly accept: string; readonly name: string; readonly types: readonly RegExp[] }>> = {
  "application/json": { accept: `application/json, ${OWN_MEDIA_TYPE}`, name: "JSON", types: [JSON_TYPE, JSON_LINES] },
  "text/xml": { accept: "text/xml, application/xml, */*;q=0.5", name: "XML", types: [/[/+]xml$/] },
  "text/event-stream": { accept: "text/event-stream", name: "events", types: [/^text\/event-stream$/] },
};

/**
 * Parses a body for a caller that accepts one media type: an empty body becomes null, JSON becomes data, and other text, such as lines of
 * JSON or events, stays text. Any other body is an `unexpected-response`, which is returned.
 */
export function parseBody(text: string, contentType: string, media: Media): unknown {
  if (text === "") return null;
  const type = mediaTypeOf(contentType);
  const isJson = media === "application/json" && JSON_TYPE.test(type);
  const value = isJson ? parsed(text) : undefined;
  if (value !== undefined) return value;
  if (isPage(text, contentType)) {
    return unexpected("the server answered with a page for a browser: is this the address of a cluster, and not of its login page?");
  }
  if (isJson) return unexpected("the body is declared as JSON but is not valid JSON: it may have been cut short");
  if (!isLegal(type, media)) {
    // The content type is untrusted input, so only characters that are legal in a content type are shown.
    const shown = type.replace(/[^\w/+.-]/g, "�").slice(0, 100);
    return unexpected(`the server answered with ${shown} instead of ${mediaTypes[media].name}`);
  }
  const mayBeJson = media === "application/json" && !JSON_LINES.test(type) && /^\s*[[{]/.test(text);
  return mayBeJson ? (parsed(text) ?? text) : text;
}

/** Whether a body may contain a readable error message; a web page or an image does not. */
export function mayHoldMessage(text: string, contentType: string): boolean {
  return !isPage(text, contentType) && isLegal(mediaTypeOf(contentType), "application/json");
}

/** Whether a body is an HTML page. Such a page comes from a login form or a gateway, and its content type may be wrong. */
function isPage(text: string, contentType: string): boolean {
  return /\bhtml\b/i.test(contentType) || /^\s*<(?:!doctype html|html)\b/i.test(text);
}

/** Whether the type is acceptable. Servers of these APIs also send JSON and XML as plain text, and sometimes without a type. */
function isLegal(type: string, media: Media): boolean {
  return type === "" || type === "text/plain" || mediaTypes[media].types.some((legal) => legal.test(type));
}

/** Whether a body has a JSON value on each line. */
export function isJsonLines(contentType: string): boolean {
  return JSON_LINES.test(mediaTypeOf(contentType));
}

/** The type without its parameters. */
function mediaTypeOf(contentType: string): string {
  return contentType.replace(/;.*/s, "").trim().toLowerCase();
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

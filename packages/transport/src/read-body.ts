import { ReeveError } from "@reeve/contract";

/** Reads the text of a body, and gives up on one that is larger than it may be before it fills the memory. */
export async function readText(response: Response, maxBytes: number): Promise<string> {
  const length = Number(response.headers.get("content-length") ?? Number.NaN);
  if (length > maxBytes) {
    await response.body?.cancel();
    throw tooLarge(maxBytes);
  }
  // The announced length holds for what comes over the wire; only where nothing is unpacked does it say how large the text is.
  if (length <= maxBytes && !response.headers.has("content-encoding")) return response.text();
  if (!response.body) return "";
  return readCounted(response.body, maxBytes);
}

async function readCounted(body: ReadableStream<Uint8Array>, maxBytes: number): Promise<string> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let bytes = 0;
  let text = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    bytes += value.byteLength;
    if (bytes > maxBytes) {
      await reader.cancel();
      throw tooLarge(maxBytes);
    }
    text += decoder.decode(value, { stream: true });
  }
}

function tooLarge(maxBytes: number): ReeveError {
  return new ReeveError("unexpected-response", `the body is larger than ${maxBytes} bytes, the most that is read`);
}

/** What text means: nothing is null, JSON is data, anything else is itself. JSON that says it is and is not is an error. */
export function parseBody(text: string, contentType: string, media: string): unknown {
  if (text === "") return null;
  if (media !== "application/json") return text;
  if (contentType.startsWith("application/json") || /^application\/(?:[\w.-]+\+)?json\b/i.test(contentType)) {
    try {
      return JSON.parse(text);
    } catch {
      throw new ReeveError("unexpected-response", "the body calls itself JSON and is none: it may have been cut short");
    }
  }
  return looksLikeJson(text) ? (parsed(text) ?? text) : text;
}

/** Some servers send JSON as text. */
function looksLikeJson(text: string): boolean {
  return /^\s*[[{]/.test(text);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Whether a body is a page for a browser: where JSON was asked for, that is a login page or a gateway speaking. */
export function isPage(text: string, contentType: string): boolean {
  return /\bhtml\b/i.test(contentType) || /^\s*<(?:!doctype html|html)\b/i.test(text);
}

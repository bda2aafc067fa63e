/** An answer with its own status, body and headers: for failures, and for the forms of older servers. */
export interface Reply {
  readonly status: number;
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string>>;
}

const replies = new WeakSet<object>();

/** Makes an answer: text is sent unchanged, null as an empty body, other values as JSON. */
export function reply(status: number, body: unknown = null, headers: Readonly<Record<string, string>> = {}): Reply {
  const made = { status, body, headers };
  replies.add(made);
  return made;
}

/** Distinguishes a reply from a value with the same fields. */
export function isReply(value: unknown): value is Reply {
  return typeof value === "object" && value !== null && replies.has(value);
}

/** A problem document (RFC 9457), which the Reeve service sends for failures. */
export function problemReply(status: number, detail: string, headers: Readonly<Record<string, string>> = {}): Reply {
  const body = { type: "about:blank", title: titles.get(status) ?? "Error", status, detail };
  return reply(status, body, { "content-type": "application/problem+json", ...headers });
}

const titles = new Map([
  [400, "Bad Request"],
  [401, "Unauthorized"],
  [404, "Not Found"],
  [405, "Method Not Allowed"],
  [500, "Internal Server Error"],
  [501, "Not Implemented"],
]);

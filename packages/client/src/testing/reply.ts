/** An answer that says its own status, body and headers: for failures, and for the odd forms of older servers. */
export interface Reply {
  readonly status: number;
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string>>;
}

const replies = new WeakSet<object>();

/** Answers with a status and a body of your own: text as it is, null as nothing, anything else as JSON. */
export function reply(status: number, body: unknown = null, headers: Readonly<Record<string, string>> = {}): Reply {
  const made = { status, body, headers };
  replies.add(made);
  return made;
}

/** Tells a reply from a value that happens to have the same fields. */
export function isReply(value: unknown): value is Reply {
  return typeof value === "object" && value !== null && replies.has(value);
}

/** A problem document (RFC 9457), as Reeve's own service answers to what goes wrong. */
export function problem(status: number, detail: string, headers: Readonly<Record<string, string>> = {}): Reply {
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

import type { AnyApi, CanonicalOf, OperationsIn, OutputOf } from "@reeve/contract";

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

/** The answers of a test double, by operation: a value, or a function of the input. */
export type Answers<Api extends AnyApi, Revision extends string> = {
  readonly [Name in OperationName<Api, Revision>]?: AnswerOf<OperationNamed<OperationsIn<Api, Revision>, Name>>;
};

/** The names of a revision's operations, such as `topics.create`. */
export type OperationName<Api extends AnyApi, Revision extends string> = NamesIn<OperationsIn<Api, Revision>>;

type NamesIn<Operations> = {
  [Noun in keyof Operations & string]: `${Noun}.${keyof Operations[Noun] & string}`;
}[keyof Operations & string];

type OperationNamed<Operations, Name> = Name extends `${infer Noun}.${infer Verb}`
  ? Noun extends keyof Operations
    ? Verb extends keyof Operations[Noun]
      ? Operations[Noun][Verb]
      : never
    : never
  : never;

type AnswerOf<Op> =
  | OutputOf<Op>
  | Reply
  | ((input: CanonicalOf<Op>, request: ReceivedRequest) => OutputOf<Op> | Reply | Promise<OutputOf<Op> | Reply>);

/** A request that the test double has received. */
export interface ReceivedRequest {
  readonly method: string;
  /** The path and the query of the URL. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON as data, other text as a string, an empty body as null. */
  readonly body: unknown;
  /** The operation's name, such as `topics.create`; undefined if no operation of the revision matches. */
  readonly operation: string | undefined;
  /** The parsed input; undefined if it was refused. */
  readonly input: unknown;
  /** The service instance in the path. */
  readonly service: string | undefined;
}

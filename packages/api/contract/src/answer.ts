import { defined } from "./defined.ts";
import { type Decoded, decode } from "./schema/decode.ts";
import type { Schema } from "./schema/schema.ts";

/**
 * The media type by which a client says in `accept` that it also takes fields of the Reeve service that are not in the API documents.
 * Clients without it may decode strictly.
 */
export const OWN_MEDIA_TYPE = "application/vnd.reeve+json";

/** An answer as received: JSON as data, text as a string, an empty body as null. */
export interface WireAnswer {
  readonly status: number;
  readonly body: unknown;
}

/** One form of a body: how to recognise, check and read a body of this form. */
export interface Form<Value> {
  readonly schema: Schema<unknown>;
  /** Recognises the form. The first form has no such function and accepts every body that the others do not recognise. */
  readonly when?: (answer: WireAnswer) => boolean;
  readonly read: (body: unknown, status: number) => Value;
  /** The revisions whose API document shows this form. */
  readonly revisions: readonly string[];
  /** A note to show with a body of this form, because the API document is vague and servers interpret it differently. */
  readonly note?: string;
}

/** A failure that a server reported although the status is 2xx. */
export interface HiddenFailure {
  readonly code: "bad-input" | "not-found" | "conflict" | "server-failure";
  readonly message: string;
}

/** The answer of an operation: one value for the caller, and the forms in which servers send it. */
export interface Answer<Value> {
  readonly forms: readonly [Form<Value>, ...Form<Value>[]];
  /**
   * The statuses with which servers send the value. Every 2xx status counts as well, so only other statuses matter here: for a plan, 417
   * and 503.
   */
  readonly statuses: readonly number[];
  readonly media: "application/json" | "text/xml";
  /** Describes the value that callers get, if it differs from the value that servers send. */
  readonly note?: string;
  /**
   * A note, which is set if the API document does not define the form of the answer. It is shown with an object or a text that matches no
   * form.
   */
  readonly open?: string;
  readonly failure: (answer: WireAnswer) => HiddenFailure | undefined;
}

/** Options of an answer besides its schema. */
export interface AnswerOptions<Value, Wire> {
  readonly statuses?: readonly number[];
  readonly media?: Answer<Value>["media"];
  readonly note?: string;
  readonly open?: string;
  /** Converts the documented form into the value that callers get, if the two differ. */
  readonly read?: (wire: Wire, status: number) => Value;
  /** Other forms that servers are known to send. */
  readonly also?: readonly Form<Value>[];
  readonly failure?: Answer<Value>["failure"];
}

/** Declares the answer of an operation. */
// @__NO_SIDE_EFFECTS__
export function answer<Value>(schema: Schema<Value>, options?: Omit<AnswerOptions<NoInfer<Value>, NoInfer<Value>>, "read">): Answer<Value>;
// @__NO_SIDE_EFFECTS__
export function answer<Value, Wire>(
  schema: Schema<Wire>,
  options: AnswerOptions<Value, Wire> & Required<Pick<AnswerOptions<Value, Wire>, "read">>,
): Answer<Value>;
// Bundlers notice this annotation only on the implementation, because overloads are removed.
// @__NO_SIDE_EFFECTS__
export function answer<Value, Wire>(schema: Schema<Wire>, options: AnswerOptions<Value, Wire> = {}): Answer<Value> {
  const { statuses = [200], media = "application/json", note, open, also = [], failure = () => undefined } = options;
  const read = options.read ?? ((wire: Wire) => wire as unknown as Value);
  return defined({ forms: [form(schema, { read }), ...also] as const, statuses, media, failure, note, open });
}

/** Declares a further form of an answer: how to recognise, check and read it. */
// @__NO_SIDE_EFFECTS__
export function form<Value, Wire>(
  schema: Schema<Wire>,
  options: {
    readonly when?: (answer: WireAnswer) => boolean;
    readonly read: (wire: Wire, status: number) => Value;
    readonly revisions?: readonly string[];
    readonly note?: string;
  },
): Form<Value> {
  const { when, read, revisions = [], note } = options;
  // The cast is safe, because `readAnswer` only calls `read` with values that `schema` has accepted.
  return defined({ schema, when, read: read as Form<Value>["read"], revisions, note });
}

/** Whether an answer with this status contains the operation's value instead of a failure. */
export function carriesValue({ statuses }: Pick<Answer<unknown>, "statuses">, status: number): boolean {
  return (status >= 200 && status < 300) || statuses.includes(status);
}

/** Reads a body of any known form into the value that callers get. */
export function readAnswer<Value>(answer: Answer<Value>, wire: WireAnswer): Decoded<Value> {
  const recognised = recognisedForm(answer, wire);
  const decoded = decode(recognised.schema, wire.body);
  return decoded.ok ? { ok: true, value: recognised.read(decoded.value, wire.status) } : decoded;
}

/** The note about the form of an answer; undefined if the form has none. */
export function noteOn<Value>(answer: Answer<Value>, wire: WireAnswer): string | undefined {
  return recognisedForm(answer, wire).note;
}

/** The note to show with an answer that matches no form and is therefore shown unchanged; undefined if such an answer is an error. */
export function noteOnOpen<Value>(answer: Answer<Value>, wire: WireAnswer): string | undefined {
  const { open } = answer;
  // A list is not converted: the API document's example is a list, so a list that does not match the schema is the server's mistake.
  if (open === undefined || wire.body === null || Array.isArray(wire.body)) return undefined;
  return answer.failure(wire) === undefined && !readAnswer(answer, wire).ok ? open : undefined;
}

function recognisedForm<Value>({ forms }: Answer<Value>, wire: WireAnswer): Form<Value> {
  return forms.find(({ when }) => when?.(wire)) ?? forms[0];
}

/** The schema of the form in a revision's API document. */
export function documentedSchema<Value>({ forms }: Answer<Value>, revision: string): Schema<unknown> {
  return (forms.find(({ revisions }) => revisions.includes(revision)) ?? forms[0]).schema;
}

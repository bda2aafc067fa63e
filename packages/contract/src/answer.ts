import { type Decoded, decode } from "./schema/decode.ts";
import type { Schema } from "./schema/schema.ts";

/** What came over the wire: JSON as data, text as a string, nothing as null. */
export interface WireAnswer {
  readonly status: number;
  readonly body: unknown;
}

/** One shape in which a body arrives, and how it reads. */
export interface Form<Value> {
  readonly schema: Schema<unknown>;
  /** Recognises the shape by a look; the first form has none and takes what no other recognises. */
  readonly when?: (answer: WireAnswer) => boolean;
  readonly read: (body: unknown, status: number) => Value;
  /** The revisions whose API document shows this form. */
  readonly revisions: readonly string[];
  /** What is to be known of an answer in this form, where the API document leaves it open and a server goes its own way. */
  readonly note?: string;
}

/** A failure that a server put into an answer of success, in its own words. */
export interface HiddenFailure {
  readonly code: "bad-input" | "not-found" | "conflict" | "server-failure";
  readonly message: string;
}

/** What an operation answers: one value for the caller, in the forms that servers send it. */
export interface Answer<Value> {
  readonly forms: readonly [Form<Value>, ...Form<Value>[]];
  /**
   * The statuses that carry the value: a plan arrives with 200, 202, 417 and 503. Any other 2xx carries it too; any other status does
   * not, and nothing but this list says so.
   */
  readonly statuses: readonly number[];
  readonly media: "application/json" | "text/xml";
  /** What callers get, where that is not what goes over the wire. */
  readonly note?: string;
  /** Where the API document leaves the shape open: what to say of an object or a text that no form reads, when it is shown as it came. */
  readonly open?: string;
  readonly failure: (answer: WireAnswer) => HiddenFailure | undefined;
}

/** What can be said about an answer besides its schema. */
export interface AnswerOptions<Value, Wire> {
  readonly statuses?: readonly number[];
  readonly media?: Answer<Value>["media"];
  readonly note?: string;
  readonly open?: string;
  /** Turns the documented form into what callers get, where the two differ. */
  readonly read?: (wire: Wire, status: number) => Value;
  /** Other forms that servers were seen to send. */
  readonly also?: readonly Form<Value>[];
  readonly failure?: Answer<Value>["failure"];
}

/** Declares what an operation answers. */
// @__NO_SIDE_EFFECTS__
export function answer<Value>(
  schema: Schema<Value>,
  options?: Omit<AnswerOptions<NoInfer<Value>, NoInfer<Value>>, "read">,
): Answer<Value>;
// @__NO_SIDE_EFFECTS__
export function answer<Value, Wire>(
  schema: Schema<Wire>,
  options: AnswerOptions<Value, Wire> & Required<Pick<AnswerOptions<Value, Wire>, "read">>,
): Answer<Value>;
// Bundlers heed the mark on the implementation only: it is what is left of the overloads.
// @__NO_SIDE_EFFECTS__
export function answer<Value, Wire>(schema: Schema<Wire>, options: AnswerOptions<Value, Wire> = {}): Answer<Value> {
  const { statuses = [200], media = "application/json", note, open, also = [], failure = () => undefined } = options;
  const read = options.read ?? ((wire: Wire) => wire as unknown as Value);
  return {
    ...{ forms: [form(schema, { read }), ...also] as const, statuses, media, failure },
    ...(note !== undefined && { note }),
    ...(open !== undefined && { open }),
  };
}

/** Declares one more form of an answer: how it is recognised, checked and read. */
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
  // `readAnswer` calls `read` only with what `schema` has let through.
  return {
    schema,
    ...(when && { when }),
    read: read as Form<Value>["read"],
    revisions,
    ...(note !== undefined && { note }),
  };
}

/** Whether a status carries what an operation answers, rather than a failure. */
export function carriesValue({ statuses }: Pick<Answer<unknown>, "statuses">, status: number): boolean {
  return (status >= 200 && status < 300) || statuses.includes(status);
}

/** Reads a body into the value that callers get, whichever of the known forms it has. */
export function readAnswer<Value>(answer: Answer<Value>, wire: WireAnswer): Decoded<Value> {
  const recognised = recognisedForm(answer, wire);
  const decoded = decode(recognised.schema, wire.body);
  return decoded.ok ? { ok: true, value: recognised.read(decoded.value, wire.status) } : decoded;
}

/** What is to be known of an answer because of the form that it came in; mostly nothing. */
export function noteOn<Value>(answer: Answer<Value>, wire: WireAnswer): string | undefined {
  return recognisedForm(answer, wire).note;
}

/** What to say of an answer that no form reads, and that is shown as it came all the same; undefined where it must not be. */
export function noteOnOpen<Value>(answer: Answer<Value>, wire: WireAnswer): string | undefined {
  const { open } = answer;
  // A list is what a document shows where it shows anything: one that does not fit is a mistake of the server.
  if (open === undefined || wire.body === null || Array.isArray(wire.body)) return undefined;
  return answer.failure(wire) === undefined && !readAnswer(answer, wire).ok ? open : undefined;
}

function recognisedForm<Value>({ forms }: Answer<Value>, wire: WireAnswer): Form<Value> {
  return forms.find(({ when }) => when?.(wire)) ?? forms[0];
}

/** The schema of the form that a revision's API document shows. */
export function documentedSchema<Value>({ forms }: Answer<Value>, revision: string): Schema<unknown> {
  return (forms.find(({ revisions }) => revisions.includes(revision)) ?? forms[0]).schema;
}

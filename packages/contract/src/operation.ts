import * as v from "valibot";
import { type Answer, answer } from "./answer.ts";
import type { CheckedRoutes, Routes } from "./route/fields.ts";
import type { Schema } from "./schema/schema.ts";

/**
 * What an operation does to the cluster: `read` changes nothing, `change` does, `destroy` gives something up for good. It decides
 * retries, confirmation and dry runs. It is not the HTTP method: `GET /plan/continue` is a change.
 */
export type Effect = "read" | "change" | "destroy";

/** The input of an operation that takes none. */
export type NoInput = Readonly<Record<never, never>>;

/** What a person wants of a service ("create a topic"), with the route by which each revision of the API spells it. */
export interface Operation<Summary extends string, What extends Effect, Input, Canonical, Output, By extends Routes> {
  readonly summary: Summary;
  /** More than fits into the summary: what happens, what to know before. */
  readonly about: string;
  readonly effect: What;
  readonly input: Schema<Canonical, Input>;
  readonly output: Answer<Output>;
  /** By revision; `*` is the route of every revision, which operations of Reeve's own service have. */
  readonly routes: By;
  /** The input fields that travel in a JSON body. */
  readonly body: readonly string[];
  /** The input field that is the whole JSON body where it is given, a list; without it there is no body. */
  readonly listBody?: string;
  /** Words that a revision spells differently in its URLs: `{ R3: { time: { last: "-1" } } }`. */
  readonly spellings: Spellings;
  /** Routes that are not in the API document, by revision, and why they are here all the same. */
  readonly extensions: Readonly<Record<string, string>>;
  /** The operation to use instead where a revision does not have this one, as `noun.verb`. */
  readonly instead?: string;
  /** The read that shows whether a change was done, as `noun.verb`: named where a failure leaves that open. */
  readonly verifiedBy?: string;
  /** What a person must know before agreeing; braces hold input fields. */
  readonly consequence?: string;
  /** How long one attempt may take, where the usual limit does not fit. */
  timeout?(input: Canonical): number;
  /** A legal input, shown in help and documents. */
  readonly example: Input;
}

export type Spellings = Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, string>>>>>>;

/** Any operation, where its types do not matter. */
export type AnyOperation = Operation<string, Effect, unknown, unknown, unknown, Routes>;

export type InputOf<Op> = Op extends Operation<string, Effect, infer Input, infer _C, infer _O, Routes> ? Input : never;
/** The input after its check: numbers as digits, defaults filled in. */
export type CanonicalOf<Op> =
  Op extends Operation<string, Effect, infer _I, infer Canonical, infer _O, Routes> ? Canonical : never;
export type OutputOf<Op> =
  Op extends Operation<string, Effect, infer _I, infer _C, infer Output, Routes> ? Output : never;

interface Declaration<Summary extends string, What extends Effect, Input, Canonical, Output, By extends Routes>
  extends Partial<
    Pick<
      Operation<Summary, What, Input, Canonical, Output, By>,
      "about" | "spellings" | "extensions" | "instead" | "verifiedBy" | "consequence" | "timeout"
    >
  > {
  readonly summary: Summary;
  readonly effect: What;
  readonly output: Schema<Output> | Answer<Output>;
  readonly routes: By & CheckedRoutes<By, Input, Canonical>;
  readonly body?: readonly (keyof Input & string)[];
  readonly listBody?: keyof Input & string;
}

/** Declares an operation: everything else (client, command, shell, router, documents) is derived from what stands here. */
// @__NO_SIDE_EFFECTS__
export function operation<const Summary extends string, const What extends Effect, Output, const By extends Routes>(
  declaration: Declaration<Summary, What, NoInput, NoInput, Output, By>,
): Operation<Summary, What, NoInput, NoInput, Output, By>;
// The one with an input comes last: its error is the one that the compiler shows.
// @__NO_SIDE_EFFECTS__
export function operation<
  const Summary extends string,
  const What extends Effect,
  Input,
  Canonical,
  Output,
  const By extends Routes,
>(
  declaration: Declaration<Summary, What, Input, Canonical, Output, By> & {
    readonly input: Schema<Canonical, Input>;
    readonly example: NoInfer<Input>;
  },
): Operation<Summary, What, Input, Canonical, Output, By>;
// Bundlers heed the mark on the implementation only: it is what is left of the overloads.
// @__NO_SIDE_EFFECTS__
export function operation(
  declaration: Pick<AnyOperation, "summary" | "effect" | "routes"> &
    Partial<Omit<AnyOperation, "output">> & { readonly output: Schema<unknown> | Answer<unknown> },
): AnyOperation {
  const { output, ...given } = declaration;
  return {
    about: "",
    input: noInput,
    body: [],
    spellings: {},
    extensions: {},
    example: {},
    ...given,
    output: "forms" in output ? output : answer(output),
  };
}

const noInput: Schema<NoInput, NoInput> = v.strictObject({});

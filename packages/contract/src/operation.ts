import * as v from "valibot";
import { type Answer, answer } from "./answer.ts";
import type { CheckedRoutes, Routes } from "./route/fields.ts";
import type { Schema } from "./schema/schema.ts";

/**
 * What an operation does to the cluster: `read` changes nothing, `change` does, `destroy` deletes something for good. It decides about
 * retries, confirmation and dry runs. It is independent of the HTTP method: `GET /plan/continue` is a change.
 */
export type Effect = "read" | "change" | "destroy";

/** The input of an operation without parameters. */
export type NoInput = Readonly<Record<never, never>>;

/** What a user wants of a service ("create a topic"), with the route of each revision for it. */
export interface Operation<Summary extends string, What extends Effect, Input, Canonical, Output, By extends Routes> {
  readonly summary: Summary;
  /** What does not fit into the summary: what happens, and what to know before. */
  readonly about: string;
  readonly effect: What;
  readonly input: Schema<Canonical, Input>;
  readonly output: Answer<Output>;
  /** By revision; `*` is the route of every revision, for operations of Reeve's own service. */
  readonly routes: By;
  /** The input fields that are sent in a JSON body. */
  readonly body: readonly string[];
  /** The input field, a list, that is the whole JSON body; without it there is no body. */
  readonly listBody?: string;
  /** Words that a revision spells differently in its URLs: `{ R3: { time: { last: "-1" } } }`. */
  readonly spellings: Spellings;
  /** Routes that are not in the API document, by revision, and why they exist. */
  readonly extensions: Readonly<Record<string, string>>;
  /** The operation to use in a revision that lacks this one, as `noun.verb`. */
  readonly instead?: string;
  /** The read that shows whether a change was done, as `noun.verb`; errors name it where that is uncertain. */
  readonly verifiedBy?: string;
  /** The read that shows what a change would do, as `noun.verb`, with the input of the change; a dry run asks it. */
  readonly previewedBy?: string;
  /** What users must know before they confirm; braces hold input fields. */
  readonly consequence?: string;
  /** Milliseconds for one attempt, where the default is too short. */
  timeout?(input: Canonical): number;
  /** A legal input, shown in help and documents. */
  readonly example: Input;
}

export type Spellings = Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, string>>>>>>;

/** Any operation, where its types do not matter. */
export type AnyOperation = Operation<string, Effect, unknown, unknown, unknown, Routes>;

export type InputOf<Op> = Op extends Operation<string, Effect, infer Input, infer _C, infer _O, Routes> ? Input : never;
/** The checked input: numbers as digits, defaults filled in. */
export type CanonicalOf<Op> =
  Op extends Operation<string, Effect, infer _I, infer Canonical, infer _O, Routes> ? Canonical : never;
export type OutputOf<Op> =
  Op extends Operation<string, Effect, infer _I, infer _C, infer Output, Routes> ? Output : never;

interface Declaration<Summary extends string, What extends Effect, Input, Canonical, Output, By extends Routes>
  extends Partial<
    Pick<
      Operation<Summary, What, Input, Canonical, Output, By>,
      "about" | "spellings" | "extensions" | "instead" | "verifiedBy" | "previewedBy" | "consequence" | "timeout"
    >
  > {
  readonly summary: Summary;
  readonly effect: What;
  readonly output: Schema<Output> | Answer<Output>;
  readonly routes: By & CheckedRoutes<By, Input, Canonical>;
  readonly body?: readonly (keyof Input & string)[];
  readonly listBody?: keyof Input & string;
}

/** Declares an operation. Everything else (client, command, shell, router, documents) is derived from it. */
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

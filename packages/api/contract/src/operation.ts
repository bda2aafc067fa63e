import * as v from "valibot";
import { type Answer, answer } from "./answer.ts";
import type { AnswerNames, Confirmation, FallbackSpelling, OperationList, OperationWait } from "./front-end.ts";
import type { CheckedRoutes, Routes } from "./route/fields.ts";
import { isOwnRoute } from "./route/route.ts";
import type { Schema } from "./schema/schema.ts";

/**
 * The effect of an operation on the cluster: `read` changes nothing, `change` changes something, and `destroy` deletes something for good.
 * Retries, confirmation and dry runs depend on the effect, which is independent of the HTTP method: `GET /plan/continue` is a change.
 */
export type Effect = "read" | "change" | "destroy";

/** The input of an operation without parameters. */
export type NoInput = Readonly<Record<never, never>>;

/** A function of a service ("create a topic"), with its route in each revision. */
export interface Operation<Summary extends string, What extends Effect, Input, Canonical, Output, By extends Routes> {
  readonly summary: Summary;
  /**
   * Details that do not fit into the summary: the effects and the conditions. If Reeve has added all of the routes, a sentence about this
   * is added to what is declared.
   */
  readonly about: string;
  readonly effect: What;
  readonly input: Schema<Canonical, Input>;
  readonly output: Answer<Output>;
  /** The routes by revision. `*` is the route of every revision, for operations of the Reeve service. */
  readonly routes: By;
  /** The input fields that are sent in a JSON body. */
  readonly body: readonly string[];
  /** The input field whose value, a list, is the complete JSON body; absent if the body has another form. */
  readonly listBody?: string;
  /** The spellings of values that a revision writes differently in its URLs: `{ R3: { time: { last: "-1" } } }`. */
  readonly spellings: Spellings;
  /** For each revision whose route is not in the API document, the reason why the route exists. */
  readonly extensions: Readonly<Record<string, string>>;
  /** The operation, as `noun.verb`, to use instead in revisions that lack this operation. */
  readonly instead?: string;
  /**
   * The read, as `noun.verb`, that shows whether a change was made. If an error leaves open whether it was made, the error names this read.
   */
  readonly verifiedBy?: string;
  /** The read, as `noun.verb`, that shows the effects of a change in advance. Dry runs call this read with the input of the change. */
  readonly previewedBy?: string;
  /**
   * The operation of the Reeve service, as `noun.verb`, whose input has all fields of this one and further ones, and of which less is
   * required. A command sends it if this operation cannot express the arguments.
   */
  readonly extendedBy?: string;
  /** The input field of which a command takes several values. It sends one request for each value. */
  readonly each?: string;
  /** What users must know before they confirm. `{field}` stands for the value of an input field. */
  readonly consequence?: string;
  readonly confirmation?: Confirmation;
  readonly wait?: OperationWait;
  /** Set if the operation is a list. */
  readonly list?: OperationList;
  readonly names?: AnswerNames<Output>;
  /** Whether the operation creates or deletes the thing that its positional field names. */
  readonly changesNames?: boolean;
  /** The input field that is the name of the result, for output that consists of names, if the answer does not contain this name. */
  readonly resultName?: string;
  /** Whether the Reeve service says where the result is stored. */
  readonly hasPlace?: boolean;
  /**
   * Set if front ends show the answer in a form of its own: the phases and steps of the plan that the input names, or a topic, of which the
   * wide form has further columns.
   */
  readonly shows?: "plan" | "topic";
  readonly fallbackSpelling?: FallbackSpelling;
  /** Set on a read that distinguishes services of this kind from others: whether the answer can come from such a service. */
  provesKind?(answer: Output): boolean;
  /** The timeout of one attempt in milliseconds, if the default is too short. */
  timeout?(input: Canonical): number;
  /** A valid input, which help and documents show. */
  readonly example: Input;
}

export type Spellings = Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, string>>>>>>;

/** Any operation, for code that does not need its types. */
export type AnyOperation = Operation<string, Effect, unknown, unknown, unknown, Routes>;

export type InputOf<Op> = Op extends Operation<string, Effect, infer Input, infer _C, infer _O, Routes> ? Input : never;
/** The checked input: numbers as digits, defaults filled in. */
export type CanonicalOf<Op> = Op extends Operation<string, Effect, infer _I, infer Canonical, infer _O, Routes> ? Canonical : never;
export type OutputOf<Op> = Op extends Operation<string, Effect, infer _I, infer _C, infer Output, Routes> ? Output : never;

interface Declaration<Summary extends string, What extends Effect, Input, Canonical, Output, By extends Routes>
  extends Partial<Omit<Operation<Summary, What, Input, Canonical, Output, By>, DeclaredOtherwise>> {
  readonly summary: Summary;
  readonly effect: What;
  readonly output: Schema<Output> | Answer<Output>;
  readonly routes: By & CheckedRoutes<By, Input, Canonical>;
  readonly body?: readonly (keyof Input & string)[];
  readonly listBody?: keyof Input & string;
  readonly resultName?: keyof Input & string;
  readonly each?: keyof Input & string;
  readonly fallbackSpelling?: FallbackSpelling & { readonly field: keyof Input & string };
}

type DeclaredOtherwise = "summary" | "effect" | "input" | "output" | "routes" | "example";

/** Declares an operation. Everything else (client, command, shell, router, documents) is derived from it. */
// @__NO_SIDE_EFFECTS__
export function operation<const Summary extends string, const What extends Effect, Output, const By extends Routes>(
  declaration: Declaration<Summary, What, NoInput, NoInput, Output, By>,
): Operation<Summary, What, NoInput, NoInput, Output, By>;
// The overload with an input comes last, because the compiler shows the error of the last one.
// @__NO_SIDE_EFFECTS__
export function operation<const Summary extends string, const What extends Effect, Input, Canonical, Output, const By extends Routes>(
  declaration: Declaration<Summary, What, Input, Canonical, Output, By> & {
    readonly input: Schema<Canonical, Input>;
    readonly example: NoInfer<Input>;
  },
): Operation<Summary, What, Input, Canonical, Output, By>;
// Bundlers notice this annotation only on the implementation, because overloads are removed.
// @__NO_SIDE_EFFECTS__
export function operation(
  declaration: Pick<AnyOperation, "summary" | "effect" | "routes"> &
    Partial<Omit<AnyOperation, "output">> & { readonly output: Schema<unknown> | Answer<unknown> },
): AnyOperation {
  const { output, about = "", ...declared } = declaration;
  return {
    input: noInput,
    body: [],
    spellings: {},
    extensions: {},
    example: {},
    ...declared,
    about: isOwn(declared.routes) ? `${about} ${ONLY_REEVE}`.trimStart() : about,
    output: "forms" in output ? output : answer(output),
  };
}

function isOwn(routes: Routes): boolean {
  return Object.values(routes).flat().every(isOwnRoute);
}

const ONLY_REEVE = "Reeve added this operation; other servers do not have it.";

const noInput: Schema<NoInput, NoInput> = v.strictObject({});

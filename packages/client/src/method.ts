import type { AnyApi, AnyOperation, InputOf, NoInput, Operation, OperationsIn, OutputOf } from "@reeve/contract";
import type { CallOptions } from "@reeve/transport";
import type { RawAnswer } from "./raw-answer.ts";

/** A promise of what an operation answers. `Told` is there to be read: an editor shows summary, effect and route when a method is pointed at. */
export interface Answer<Value, Told extends string = string> extends Promise<Value> {
  readonly [described]?: Told;
}

declare const described: unique symbol;

/** One operation of a service, to be called. */
export interface Method<Arguments extends readonly unknown[], Value, Told extends string, Op = AnyOperation> {
  (...args: Arguments): Answer<Value, Told>;
  /** Gives what the server sent: status, headers, body as data and as text. Its `read()` gives the value. */
  raw(...args: Arguments): Promise<RawAnswer<Value>>;
  /** The declaration that the method is derived from. */
  readonly operation: Op;
}

/** The method of an operation, as a client of one revision (or of several) has it. */
export type MethodOf<Op, Revision extends string> = Method<
  ArgumentsOf<InputOf<Op>>,
  OutputOf<Op>,
  Description<Op, Revision>,
  Op
>;

type ArgumentsOf<Input> = [keyof Input] extends [keyof NoInput]
  ? [input?: NoFields, options?: CallOptions]
  : Partial<Input> extends Input
    ? [input?: Input, options?: CallOptions]
    : [input: Input, options?: CallOptions];

/** The input of an operation that takes none: nothing, or an object without fields. */
export interface NoFields {
  readonly [field: string]: never;
}

type Description<Op, Revision extends string> =
  Op extends Operation<infer Summary, infer Effect, infer _I, infer _C, infer _O, infer By>
    ? `${Summary} · ${Effect} · ${FirstRoute<By[(Revision & keyof By) | ("*" & keyof By)]>}`
    : string;

/** The route that is sent, where a revision has several. */
type FirstRoute<Routes> = Routes extends readonly [infer First extends string, ...unknown[]]
  ? First
  : Routes extends string
    ? Routes
    : string;

/** What a client can do, by noun and verb. Without a revision all that the API has: what the server's revision lacks is then refused when it is called. */
export type MethodsOf<Given extends AnyApi, Revision extends string | undefined> = [Revision] extends [string]
  ? Methods<OperationsIn<Given, Revision>, Revision>
  : Methods<Given["operations"], Given["revisions"][number]>;

type Methods<Operations, Revision extends string> = {
  readonly [Noun in keyof Operations]: {
    readonly [Verb in keyof Operations[Noun]]: MethodOf<Operations[Noun][Verb], Revision>;
  };
};

/** What a client can do with one noun beyond its methods. */
export type ExtrasOf<All, Noun> = Noun extends keyof All ? All[Noun] : NoExtras;

/** An interface, because the compiler would leave `unknown` out of an intersection, and with it the name of that. */
interface NoExtras {
  readonly [nothing]?: never;
}

declare const nothing: unique symbol;

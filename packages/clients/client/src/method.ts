import type { AnyApi, AnyOperation, InputOf, NoInput, Operation, OperationsIn, OutputOf } from "@reeve/contract";
import type { CallOptions } from "@reeve/transport";
import type { RawAnswer } from "./raw-answer.ts";

/**
 * A promise of an operation's result. The second type argument contains the summary, effect and route, which editors show when the user
 * points at a method.
 */
export interface PromisedAnswer<Value, Type extends string = string> extends Promise<Value> {
  readonly [described]?: Type;
}

declare const described: unique symbol;

/** One operation of a service as a method. */
export interface Method<Arguments extends readonly unknown[], Value, Type extends string, Op = AnyOperation> {
  (...args: Arguments): PromisedAnswer<Value, Type>;
  /** Returns the response as the server sent it: status, headers, and the body as data and as text. Its `read()` returns the value. */
  raw(...args: Arguments): Promise<RawAnswer<Value>>;
  /** The declaration from which the method is derived. */
  readonly operation: Op;
}

/** The type of the client method that calls an operation. The client supports one or several revisions of the API. */
export type MethodOf<Op, Revision extends string> = Method<ArgumentsOf<InputOf<Op>>, OutputOf<Op>, Description<Op, Revision>, Op>;

type ArgumentsOf<Input> = [keyof Input] extends [keyof NoInput]
  ? [input?: NoFields, options?: CallOptions]
  : Partial<Input> extends Input
    ? [input?: Input, options?: CallOptions]
    : [input: Input, options?: CallOptions];

/** The input of an operation without parameters: nothing, or an empty object. */
export interface NoFields {
  readonly [field: string]: never;
}

type Description<Op, Revision extends string> =
  Op extends Operation<infer Summary, infer Effect, infer _I, infer _C, infer _O, infer By>
    ? `${Summary} · ${Effect} · ${FirstRoute<By[(Revision & keyof By) | ("*" & keyof By)]>}`
    : string;

/** The first route of a revision, which is the route that the client sends. */
type FirstRoute<Routes> = Routes extends readonly [infer First extends string, ...unknown[]]
  ? First
  : Routes extends string
    ? Routes
    : string;

/**
 * The methods of a client, by noun and verb. Without a revision the client has all methods of the API; calling one that the server's
 * revision lacks is an error.
 */
export type MethodsOf<Api extends AnyApi, Revision extends string | undefined> = [Revision] extends [string]
  ? Methods<OperationsIn<Api, Revision>, Revision>
  : Methods<Api["operations"], Api["revisions"][number]>;

type Methods<Operations, Revision extends string> = {
  readonly [Noun in keyof Operations]: {
    readonly [Verb in keyof Operations[Noun]]: MethodOf<Operations[Noun][Verb], Revision>;
  };
};

/** The methods of one noun that make several calls. */
export type ExtrasOf<All, Noun> = Noun extends keyof All ? All[Noun] : NoExtras;

/** This is an interface, because TypeScript would simplify an intersection with `unknown` and lose the type's name. */
interface NoExtras {
  readonly [nothing]?: never;
}

declare const nothing: unique symbol;

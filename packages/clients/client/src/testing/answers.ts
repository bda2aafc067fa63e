import type { AnyApi, CanonicalOf, OperationsIn, OutputOf } from "@reeve/contract";
import type { ReceivedRequest } from "./received-request.ts";
import type { Reply } from "./reply.ts";

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

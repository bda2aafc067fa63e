import type { AnyOperation } from "./operation.ts";
import { EVERY_REVISION } from "./route/fields.ts";

/** Operations by noun and verb: `topics.create`. */
export type Operations = Readonly<Record<string, Readonly<Record<string, AnyOperation>>>>;

/** One management API: its name, its revisions from the oldest to the newest, and its operations. */
export interface Api<Name extends string, Revision extends string, All extends Operations> {
  readonly name: Name;
  /** A short description of the service. */
  readonly about: string;
  readonly revisions: readonly [Revision, ...Revision[]];
  readonly operations: All;
}

export type AnyApi = Api<string, string, Operations>;

export type RevisionOf<Given extends AnyApi> = Given["revisions"][number];

/** The operations of one revision, by noun and verb, without empty nouns. */
export type OperationsIn<Given extends AnyApi, Revision extends string> = {
  readonly [Noun in keyof Given["operations"] as HasAny<Given["operations"][Noun], Revision> extends true
    ? Noun
    : never]: {
    readonly [Verb in keyof Given["operations"][Noun] as IsIn<Given["operations"][Noun][Verb], Revision> extends true
      ? Verb
      : never]: Given["operations"][Noun][Verb];
  };
};

type IsIn<Op, Revision extends string> = Op extends { readonly routes: infer By }
  ? Revision extends keyof By
    ? true
    : typeof EVERY_REVISION extends keyof By
      ? true
      : false
  : false;

type HasAny<Verbs, Revision extends string> = true extends {
  [Verb in keyof Verbs]: IsIn<Verbs[Verb], Revision>;
}[keyof Verbs]
  ? true
  : false;

/** Declares an API: its operations under the names that code, command line and shell use. */
// @__NO_SIDE_EFFECTS__
export function api<const Name extends string, const Revision extends string, const All extends Operations>(
  declaration: Api<Name, Revision, All> & { readonly operations: OnlyRevisions<All, Revision> },
): Api<Name, Revision, All> {
  return declaration;
}

/** Turns an operation with an unknown revision into a type that names the mistake. */
type OnlyRevisions<All extends Operations, Revision extends string> = {
  readonly [Noun in keyof All]: {
    readonly [Verb in keyof All[Noun]]: Exclude<
      keyof All[Noun][Verb]["routes"],
      Revision | typeof EVERY_REVISION
    > extends infer Unknown
      ? [Unknown] extends [never]
        ? unknown
        : NoRevisionOfApi<Unknown>
      : never;
  };
};

/** Shown by the compiler where an operation has a route for a revision that its API does not have. */
export interface NoRevisionOfApi<Revision> {
  readonly "this operation names a revision that the API does not have": Revision;
}

/** An operation with its noun and verb. */
export interface ListedOperation {
  readonly noun: string;
  readonly verb: string;
  /** `topics.create` */
  readonly name: string;
  readonly operation: AnyOperation;
  /** In the order of the API's revisions. */
  readonly revisions: readonly string[];
}

/** Every operation of an API, in the order of declaration; with a revision, only those that it has. */
export function listOperations({ operations, revisions }: AnyApi, revision?: string): readonly ListedOperation[] {
  return Object.entries(operations).flatMap(([noun, verbs]) =>
    Object.entries(verbs).flatMap(([verb, operation]) => {
      const having = revisions.filter((each) => routeTextsOf(operation, each).length > 0);
      if (revision !== undefined && !having.includes(revision)) return [];
      return [{ noun, verb, name: `${noun}.${verb}`, operation, revisions: having }];
    }),
  );
}

/** The declared routes of an operation in one revision, the one that is sent first; empty if the revision does not have it. */
export function routeTextsOf({ routes }: Pick<AnyOperation, "routes">, revision: string): readonly string[] {
  const key = [revision, EVERY_REVISION].find((each) => Object.hasOwn(routes, each));
  const texts = key === undefined ? undefined : routes[key];
  return texts === undefined ? [] : [texts].flat();
}

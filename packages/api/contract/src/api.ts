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

export type RevisionOf<Declared extends AnyApi> = Declared["revisions"][number];

/** The operations of one revision, by noun and verb. A noun without operations in the revision is left out. */
export type OperationsIn<Declared extends AnyApi, Revision extends string> = {
  readonly [Noun in keyof Declared["operations"] as HasAny<Declared["operations"][Noun], Revision> extends true ? Noun : never]: {
    readonly [Verb in keyof Declared["operations"][Noun] as IsIn<Declared["operations"][Noun][Verb], Revision> extends true
      ? Verb
      : never]: Declared["operations"][Noun][Verb];
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

/** Turns an operation with an unknown revision into a type whose name describes the mistake. */
type OnlyRevisions<All extends Operations, Revision extends string> = {
  readonly [Noun in keyof All]: {
    readonly [Verb in keyof All[Noun]]: Exclude<keyof All[Noun][Verb]["routes"], Revision | typeof EVERY_REVISION> extends infer Unknown
      ? [Unknown] extends [never]
        ? unknown
        : NoRevisionOfApi<Unknown>
      : never;
  };
};

/** Shown by the compiler if an operation has a route for a revision that its API lacks. */
export interface NoRevisionOfApi<Revision> {
  readonly "this operation names a revision that the API does not have": Revision;
}

/** An operation with its noun and verb. */
export interface ListedOperation {
  readonly noun: string;
  readonly verb: string;
  /** The noun and the verb, joined by a dot: `topics.create`. */
  readonly name: string;
  readonly operation: AnyOperation;
  /** The revisions that have the operation, in the order of the API. */
  readonly revisions: readonly string[];
}

/** Every operation of an API, in the order of declaration; if a revision is given, only the operations of that revision. */
export function listOperations(api: AnyApi, revision?: string): readonly ListedOperation[] {
  const all = listed.get(api) ?? allOperations(api);
  listed.set(api, all);
  return revision === undefined ? all : all.filter(({ revisions }) => revisions.includes(revision));
}

/** The operations of each API. A command looks them up for each of its operations. */
const listed = new WeakMap<AnyApi, readonly ListedOperation[]>();

function allOperations({ operations, revisions }: AnyApi): readonly ListedOperation[] {
  return Object.entries(operations).flatMap(([noun, verbs]) =>
    Object.entries(verbs).map(([verb, operation]) => ({
      ...{ noun, verb, name: `${noun}.${verb}`, operation },
      revisions: revisions.filter((each) => routeTextsOf(operation, each).length > 0),
    })),
  );
}

/** An operation of an API by its declaration; undefined if the API does not have it. */
export function listedOperation(api: AnyApi, operation: AnyOperation): ListedOperation | undefined {
  return listOperations(api).find((listed) => listed.operation === operation);
}

/** The operation of the Reeve service that a command sends if the documented operation cannot express its arguments. */
export function extensionOf(api: AnyApi, { operation }: Pick<ListedOperation, "operation">): ListedOperation | undefined {
  const { extendedBy } = operation;
  return extendedBy === undefined ? undefined : listOperations(api).find(({ name }) => name === extendedBy);
}

/** Whether the operation has no command of its own, because the command of the operation that it extends also sends it. */
export function isExtension(api: AnyApi, { name }: Pick<ListedOperation, "name">): boolean {
  return listOperations(api).some(({ operation }) => operation.extendedBy === name);
}

/** The operation under the name of the command that sends it: the name of the operation that it extends, if it extends one. */
export function commandOf(api: AnyApi, listed: ListedOperation): ListedOperation {
  const base = listOperations(api).find(({ operation }) => operation.extendedBy === listed.name);
  return base ? { ...listed, noun: base.noun, verb: base.verb } : listed;
}

/** The operation that shows the plan in its input, which every API has in all revisions. */
export function planOperation(api: AnyApi): ListedOperation {
  const shown = listOperations(api).find(({ operation }) => operation.shows === "plan");
  if (shown) return shown;
  throw new Error(`${api.name} declares no operation that shows a plan`);
}

/** The first operation whose answer contains names of a thing, such as `topic`, in one revision or in any. */
export function operationNaming(api: AnyApi, thing: string, revision?: string): ListedOperation | undefined {
  return listOperations(api, revision).find(({ operation: { names } }) => names && Object.hasOwn(names, thing));
}

/** The declared routes of an operation in one revision; empty if the revision lacks the operation. Clients use the first route. */
export function routeTextsOf({ routes }: Pick<AnyOperation, "routes">, revision: string): readonly string[] {
  const key = [revision, EVERY_REVISION].find((each) => Object.hasOwn(routes, each));
  const texts = key === undefined ? undefined : routes[key];
  return texts === undefined ? [] : [texts].flat();
}

import {
  type AnyApi,
  type AnyOperation,
  type InputOf,
  type ListedOperation,
  listedOperation,
  type OutputOf,
  ReeveError,
} from "@reeve/contract";
import type { CallOptions, Transport } from "@reeve/transport";
import type { Core } from "./core.ts";
import type { RawAnswer } from "./raw-answer.ts";
import { send } from "./send.ts";

/** Describes a client for code that works with clients of any API, such as a command line. */
export interface ClientDescription {
  readonly api: AnyApi;
  readonly service: string;
  readonly transport: Transport;
  /** The revision, if it was given or detected by an earlier call; otherwise undefined. */
  knownRevision(): string | undefined;
  /** The revision; detects it if it is not known yet. */
  revision(options?: CallOptions): Promise<string>;
  /** Calls an operation by its declaration, or by its name, such as `topics.create`. */
  readonly call: CallByDeclaration;
  /** Closes the client's connections, unless the caller passed in the transport. */
  close(): Promise<void>;
}

/** Calls an operation by its declaration, whose types apply, or by its name. */
export interface CallByDeclaration {
  <Op extends AnyOperation>(operation: Op, input?: InputOf<Op>, options?: CallOptions): Promise<RawAnswer<OutputOf<Op>>>;
  (operation: AnyOperation | string, input?: unknown, options?: CallOptions): Promise<RawAnswer>;
}

/** The symbol is registered, so that it is the same in both copies if this package is installed twice in one program. */
const DESCRIPTION = Symbol.for("@reeve/client");

/** Attaches a description to a client as a hidden property. */
export function attach(client: object, core: Core, owned: boolean): void {
  const description: ClientDescription = {
    api: core.api,
    service: core.service,
    transport: core.transport,
    knownRevision: core.revision.known,
    revision: async (options) => core.revision.known() ?? core.revision.find(options),
    // The types of the answer follow from the declaration, which the compiler cannot see here.
    call: (async (operation: AnyOperation | string, input?: unknown, options?: CallOptions) =>
      send(core, listedIn(core, operation), input, options)) as CallByDeclaration,
    close: async () => {
      if (owned) await core.transport.close();
    },
  };
  Object.defineProperty(client, DESCRIPTION, { value: description });
}

/** Describes a client; undefined if the object was not made by `createClient`. */
export function descriptionOf(client: object): ClientDescription | undefined {
  return (client as { readonly [DESCRIPTION]?: ClientDescription } | null)?.[DESCRIPTION];
}

/** Describes a client. */
export function describeClient(client: object): ClientDescription {
  const description = descriptionOf(client);
  if (description) return description;
  throw new ReeveError("bad-input", "expected a client made by createClient or by a package that is built on it");
}

/**
 * Calls an operation by its declaration, or by its name, such as `topics.create`. If the revision lacks the operation, the error names the
 * revisions that have it.
 */
export function callOperation<Op extends AnyOperation>(
  client: object,
  operation: Op,
  input?: InputOf<Op>,
  options?: CallOptions,
): Promise<RawAnswer<OutputOf<Op>>>;
export function callOperation(client: object, operation: AnyOperation | string, input?: unknown, options?: CallOptions): Promise<RawAnswer>;
export function callOperation(client: object, ...call: [operation: AnyOperation | string, input?: unknown, options?: CallOptions]) {
  return describeClient(client).call(...call);
}

/** The revision of a client's server; detects it if it is not known yet. */
export function revisionOf(client: object, options?: CallOptions): Promise<string> {
  return describeClient(client).revision(options);
}

/** Closes a client's connections. */
export function closeClient(client: object): Promise<void> {
  return describeClient(client).close();
}

function listedIn({ operations, api }: Core, operation: AnyOperation | string): ListedOperation {
  const isDeclaration = typeof operation === "object";
  const listed = isDeclaration ? listedOperation(api, operation) : operations.get(operation);
  if (listed) return listed;
  const name = String(isDeclaration ? operation?.summary : operation);
  throw new ReeveError("bad-input", `${api.name} has no operation "${name}"`);
}

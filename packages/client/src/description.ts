import { type AnyApi, type ListedOperation, ReeveError } from "@reeve/contract";
import type { CallOptions, Transport } from "@reeve/transport";
import type { Core } from "./core.ts";
import type { RawAnswer } from "./raw-answer.ts";
import { send } from "./send.ts";

/** What a client is, for code that works with clients of any kind, such as a command line. */
export interface ClientDescription {
  readonly api: AnyApi;
  readonly service: string;
  readonly transport: Transport;
  /** The revision, where it is known: given, or found by an earlier call. */
  knownRevision(): string | undefined;
  /** The revision; asks the server if it is not known yet. */
  revision(options?: CallOptions): Promise<string>;
  /** Calls an operation by its name, `topics.create`. */
  call(name: string, input?: unknown, options?: CallOptions): Promise<RawAnswer>;
  /** Closes the client's connections, unless its transport was given to it. */
  close(): Promise<void>;
}

/** A registered symbol, because a package may be installed twice in one program. */
const DESCRIPTION = Symbol.for("@reeve/client");

/** Attaches a description to a client as a hidden property. */
export function attach(client: object, core: Core, owned: boolean): void {
  const description: ClientDescription = {
    api: core.api,
    service: core.service,
    transport: core.transport,
    knownRevision: core.revision.known,
    revision: async (options) => core.revision.known() ?? core.revision.find(options),
    call: async (name, input, options) => send(core, named(core, name), input, options),
    close: async () => {
      if (owned) await core.transport.close();
    },
  };
  Object.defineProperty(client, DESCRIPTION, { value: description });
}

/** Describes a client; undefined if it was made otherwise. */
export function descriptionOf(client: object): ClientDescription | undefined {
  return (client as { readonly [DESCRIPTION]?: ClientDescription } | null)?.[DESCRIPTION];
}

/** Describes a client. */
export function describeClient(client: object): ClientDescription {
  const description = descriptionOf(client);
  if (description) return description;
  throw new ReeveError("bad-input", "expected a client made by createClient or by a package that is built on it");
}

/** Calls an operation by its name, `topics.create`, like its method. If the revision does not have it, the error names those that do. */
export function callOperation(
  client: object,
  name: string,
  input?: unknown,
  options?: CallOptions,
): Promise<RawAnswer> {
  return describeClient(client).call(name, input, options);
}

/** The revision of a client's server; asks the server if it is not known yet. */
export function revisionOf(client: object, options?: CallOptions): Promise<string> {
  return describeClient(client).revision(options);
}

/** Closes a client's connections. */
export function closeClient(client: object): Promise<void> {
  return describeClient(client).close();
}

function named({ operations, api }: Core, name: string): ListedOperation {
  const listed = operations.get(name);
  if (listed) return listed;
  throw new ReeveError("bad-input", `${api.name} has no operation "${String(name)}"`);
}

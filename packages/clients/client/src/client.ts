import { shareCall } from "@reeve/auth";
import { type AnyApi, type ListedOperation, listOperations } from "@reeve/contract";
import { type CallOptions, cancellationError } from "@reeve/transport";
import type { Core, RevisionInUse, ServiceTraits } from "./core.ts";
import { attach } from "./description.ts";
import { findRevision } from "./find-revision.ts";
import type { MethodsOf } from "./method.ts";
import { type ClientOptions, checkClientOptions, transportOf } from "./options.ts";
import { named, send } from "./send.ts";

/**
 * Makes a client of one service instance from the contract of its API. The first call loads the adapter and opens connections. `traits`
 * contain what the contract does not describe: the spelling of some values by older servers, and methods that make several calls.
 */
export function createClient<Api extends AnyApi, const Revision extends Api["revisions"][number] | undefined = undefined>(
  api: Api,
  options: ClientOptions<Revision>,
  traits: ServiceTraits = {},
): MethodsOf<Api, Revision> {
  checkClientOptions(api, options);
  const { transport, owned } = transportOf(options);
  const operations = new Map(listOperations(api).map((listed) => [listed.name, listed]));
  const core: Core = {
    api,
    service: options.service,
    transport,
    onAnswer: options.onAnswer,
    namesOperations: options.namesOperations,
    revision: revisionInUse(() => core, options.revision, api.revisions),
    operations,
    preferred: new Set(),
  };
  const client: Record<string, Record<string, unknown>> = {};
  for (const listed of operations.values()) {
    if (options.revision !== undefined && !listed.revisions.includes(options.revision)) continue;
    client[listed.noun] ??= {};
    Object.assign(client[listed.noun] ?? {}, { [listed.verb]: methodOf(core, listed) });
  }
  for (const [noun, extra] of Object.entries(traits.extras?.(client) ?? {})) {
    if (client[noun]) Object.assign(client[noun], extra);
  }
  for (const verbs of Object.values(client)) Object.freeze(verbs);
  attach(client, core, owned);
  // The methods are built at run time from the declarations, so the compiler cannot check their types.
  return Object.freeze(client) as MethodsOf<Api, Revision>;
}

function methodOf(core: Core, listed: ListedOperation): unknown {
  const raw = (input?: unknown, options?: CallOptions) => send(core, listed, input, options);
  const method = async (input?: unknown, options?: CallOptions) => {
    const answer = await raw(input, options);
    return named(core, listed.name, () => answer.read());
  };
  Object.defineProperty(method, "name", { value: listed.name });
  return Object.assign(method, { raw, operation: listed.operation });
}

/** The revision of a client: given by the caller, the only one of the API, or detected at first use. */
function revisionInUse(core: () => Core, value: string | undefined, all: readonly string[]): RevisionInUse {
  let known = value ?? (all.length === 1 ? all[0] : undefined);
  const search = shareCall(async (signal, options: CallOptions) => {
    // A failure is not cached, so the next call detects the revision again.
    known = await findRevision(core(), { ...options, signal });
    return known;
  });
  return {
    known: () => known,
    given: value !== undefined,
    find: async ({ signal, ...options } = {}) =>
      known ??
      search(signal, options).catch((thrown) => {
        throw signal?.aborted ? cancellationError(signal) : thrown;
      }),
  };
}

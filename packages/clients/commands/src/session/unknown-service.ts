import { isReeveError, ReeveError } from "@reeve/contract";
import type { KindName } from "@reeve/profiles";
import { didYouMean } from "@reeve/terminal";
import type { CallOptions, Transport } from "@reeve/transport";
import { instancesListed, type ListedInstance } from "../instances.ts";

/** A service that a command has called. */
interface Called {
  readonly kind: KindName;
  readonly service: string;
  readonly transport: Transport;
  readonly options: CallOptions;
}

/**
 * The error for a service that the server does not list, with advice on which name to use; undefined if the server has the service, or if
 * it is of another make and lists none.
 */
export async function unknownService(thrown: ReeveError, { kind, service, transport, options }: Called): Promise<ReeveError | undefined> {
  if (thrown.code !== "not-found" || thrown.mayHaveBeenDone) return undefined;
  const instances = await instancesHere(transport, options);
  if (!instances || instances.some((each) => each.kind === kind && each.name === service)) return undefined;
  const other = instances.find(({ name }) => name === service);
  const of = other ? `: it is a ${other.kind} service` : "";
  const advice = adviceOnService(kind, service, namesOfKind(kind, instances));
  const sentence = `no ${kind} service ${JSON.stringify(service)} at ${transport.url}${of}.${advice}`;
  return new ReeveError("not-found", sentence, thrown.context);
}

/** The names of the services of a kind. */
export function namesOfKind(kind: KindName, instances: readonly ListedInstance[]): readonly string[] {
  return instances.filter((each) => each.kind === kind).map(({ name }) => name);
}

/** Advice on which name to use instead of one that a server does not have. */
export function adviceOnService(kind: KindName, service: string, names: readonly string[]): string {
  return didYouMean(service, names) || servicesThere(kind, names);
}

/** The maximum number of names in a message. */
const MAX_LISTED = 8;

/** A sentence about the services of a kind that a server has. */
function servicesThere(kind: KindName, names: readonly string[]): string {
  if (names.length === 0) return ` This server has no ${kind} service.`;
  const listed = names.slice(0, MAX_LISTED).join(", ");
  return ` There are: ${names.length > MAX_LISTED ? `${listed} and ${names.length - MAX_LISTED} more` : listed}.`;
}

/** Adds to the error for a missing service which services the server has, if the server tells it. */
export async function withServicesThere(
  thrown: ReeveError,
  kind: KindName,
  transport: Transport,
  options: CallOptions,
): Promise<ReeveError> {
  const instances = await instancesHere(transport, options);
  if (!instances) return thrown;
  return new ReeveError(thrown.code, `${thrown.message}.${servicesThere(kind, namesOfKind(kind, instances))}`, thrown.context);
}

/**
 * The instances that the server lists; undefined if it lists none, or if its list cannot be read now, so that the first error is reported.
 */
async function instancesHere(transport: Transport, options: CallOptions): Promise<readonly ListedInstance[] | undefined> {
  try {
    return await instancesListed(transport, options);
  } catch (thrown) {
    if (isReeveError(thrown)) return undefined;
    throw thrown;
  }
}

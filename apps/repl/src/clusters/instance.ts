import { describeClient } from "@reeve/client";
import { type AnyApi, type ListedOperation, listOperations } from "@reeve/contract";
import type { AnyPictures } from "@reeve/pictures";
import type { Plan } from "@reeve/scheduler-models";
import type { ShellKind } from "../parts/kind.ts";
import { BACKGROUND_TIMEOUTS, orLate, runInBackground } from "./background.ts";
import { type Extra, extraOf } from "./extras.ts";
import { createNames, type LiveNames } from "./names.ts";

/** A service of a connection: what is known of its state, and how to call it. */
export interface ServiceInstance {
  readonly kind: ShellKind;
  /** The service's name in the shell, such as `broker`. */
  readonly global: string;
  readonly service: string;
  readonly url: string;
  readonly api: AnyApi;
  readonly client: Readonly<Record<string, Readonly<Record<string, unknown>> | undefined>>;
  readonly pictures: AnyPictures;
  readonly names: LiveNames;
  /** The last known state of each plan, by the plan's name. */
  readonly seen: Map<string, Plan>;
  knownRevision(): string | undefined;
  /**
   * Finds the revision with read requests. The promise resolves after at most `within` milliseconds; an answer that arrives later is still
   * stored.
   */
  findRevision(within: number): Promise<void>;
  /** All operations of the API, in any revision. */
  readonly operations: readonly ListedOperation[];
}

/** The parts from which an instance is made. */
type InstanceParts = Omit<ServiceInstance, "names" | "seen" | "knownRevision" | "findRevision" | "operations" | "client"> & {
  readonly client: object;
};

export function createInstance(parts: InstanceParts): ServiceInstance {
  const client = parts.client as ServiceInstance["client"];
  const description = describeClient(client);
  return {
    ...parts,
    client,
    seen: new Map(),
    operations: listOperations(parts.api),
    knownRevision: description.knownRevision,
    findRevision: async (within) => {
      if (description.knownRevision() !== undefined) return;
      const result = runInBackground(() => description.revision(BACKGROUND_TIMEOUTS)).catch(() => undefined);
      await orLate(result, within, () => undefined);
    },
    names: createNames(description),
  };
}

/** The operations of the detected revision; all operations while the revision is unknown. */
export function operationsIn(instance: ServiceInstance): readonly ListedOperation[] {
  const revision = instance.knownRevision();
  return revision === undefined ? instance.operations : instance.operations.filter(({ revisions }) => revisions.includes(revision));
}

/**
 * The client's methods for a noun that need more than one request, by verb. A method is left out if the revision lacks its first operation.
 */
export function extrasIn(instance: ServiceInstance, noun: string): Readonly<Record<string, Extra>> {
  const its = operationsIn(instance).filter((each) => each.noun === noun);
  const isThere = ({ like }: Extra) => its.some(({ verb }) => like === undefined || verb === like);
  return Object.fromEntries(Object.entries(extrasOf(instance, noun)).filter(([, extra]) => isThere(extra)));
}

/** The client's methods for a noun that need more than one request, by verb. */
export function extrasOf({ client, operations }: ServiceInstance, noun: string): Readonly<Record<string, Extra>> {
  const verbs = Object.keys(client[noun] ?? {}).filter((verb) => !operations.some(({ name }) => name === `${noun}.${verb}`));
  return Object.fromEntries(verbs.map((verb) => [verb, extraOf(operations, noun, verb)]));
}

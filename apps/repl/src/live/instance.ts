import { describeClient } from "@reeve/client";
import { type AnyApi, type ListedOperation, listOperations } from "@reeve/contract";
import type { AnyPictures } from "@reeve/pictures";
import type { Plan } from "@reeve/scheduler-models";
import type { Kind } from "../kind.ts";
import { type Extra, extraOf } from "./extras.ts";
import { createNames, type Names } from "./names.ts";

/** One service of a connection: what is known of it, and how to call it. */
export interface Instance {
  readonly kind: Kind;
  /** Its name in the shell: `broker`, or `prod.broker`. */
  readonly global: string;
  readonly service: string;
  readonly url: string;
  readonly api: AnyApi;
  readonly client: Readonly<Record<string, Readonly<Record<string, unknown>> | undefined>>;
  readonly pictures: AnyPictures;
  readonly names: Names;
  /** The last known rollout, by the name of its plan. */
  readonly seen: Map<string, Plan>;
  knownRevision(): string | undefined;
  /** Every operation of the API. */
  readonly operations: readonly ListedOperation[];
}

/** What an instance is made of. */
export type InstanceParts = Omit<Instance, "names" | "seen" | "knownRevision" | "operations" | "client"> & {
  readonly client: object;
};

export function createInstance(parts: InstanceParts): Instance {
  const client = parts.client as Instance["client"];
  const description = describeClient(client);
  return {
    ...parts,
    client,
    seen: new Map(),
    operations: listOperations(parts.api),
    knownRevision: description.knownRevision,
    names: createNames(description),
  };
}

/** The operations of the revision; all of them if the revision is unknown. */
export function operationsIn(instance: Instance): readonly ListedOperation[] {
  const revision = instance.knownRevision();
  return revision === undefined
    ? instance.operations
    : instance.operations.filter(({ revisions }) => revisions.includes(revision));
}

/** What the client can do with a noun beside its operations, by verb. */
export function extrasOf({ client, operations }: Instance, noun: string): Readonly<Record<string, Extra>> {
  const found: Record<string, Extra> = {};
  for (const verb of Object.keys(client[noun] ?? {})) {
    if (operations.some(({ name }) => name === `${noun}.${verb}`)) continue;
    found[verb] = extraOf(noun, verb) ?? { summary: "", about: "", example: `${verb}()` };
  }
  return found;
}

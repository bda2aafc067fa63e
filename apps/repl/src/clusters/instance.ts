import { describeClient } from "@reeve/client";
import { type AnyApi, type ListedOperation, listOperations } from "@reeve/contract";
import type { AnyPictures } from "@reeve/pictures";
import type { Plan } from "@reeve/scheduler-models";
import type { ShellKind } from "../parts/kind.ts";
import { BACKGROUND_TIMEOUTS, orLate, runInBackground } from "./background.ts";
import { type Extra, extraOf } from "./extras.ts";
import { createNames } from "./names.ts";

/** The parts from which an instance is made. */
interface InstanceParts {
  readonly kind: ShellKind;
  /** The service's name in the shell, such as `broker`. */
  readonly global: string;
  readonly service: string;
  readonly url: string;
  readonly api: AnyApi;
  readonly client: object;
  readonly pictures: AnyPictures;
}

/** A service of a connection: what is known of its state, and how to call it. */
export type ServiceInstance = ReturnType<typeof createInstance>;

export function createInstance(parts: InstanceParts) {
  const client = parts.client as Readonly<Record<string, Readonly<Record<string, unknown>> | undefined>>;
  const description = describeClient(client);
  return {
    ...parts,
    client,
    /** The last known state of each plan, by the plan's name. */
    seen: new Map<string, Plan>(),
    /** All operations of the API, in any revision. */
    operations: listOperations(parts.api),
    knownRevision: description.knownRevision,
    /**
     * Finds the revision with read requests. The promise resolves after at most `within` milliseconds; an answer that arrives later is
     * still stored.
     */
    findRevision: async (within: number): Promise<void> => {
      if (description.knownRevision() !== undefined) return;
      const result = runInBackground(() => description.revision(BACKGROUND_TIMEOUTS)).catch(() => undefined);
      await orLate(result, within, () => undefined);
    },
    names: createNames(description),
  };
}

/** The operations of the detected revision; all operations while the revision is unknown. */
export function operationsIn({ operations, knownRevision }: ServiceInstance): readonly ListedOperation[] {
  const revision = knownRevision();
  return revision === undefined ? operations : operations.filter(({ revisions }) => revisions.includes(revision));
}

/** A method of a service. */
export interface ServiceMethod {
  readonly instance: ServiceInstance;
  readonly noun: string;
  readonly verb: string;
  /** The operation that the method calls, or that it performs first and whose input it takes, if it needs more than one request. */
  readonly listed: ListedOperation | undefined;
  /** Set if the method needs more than one request. */
  readonly extra?: Extra;
}

/** All methods of a noun, in any revision: its operations, and the client's methods that need more than one request. */
export function methodsOf(instance: ServiceInstance, noun: string): readonly ServiceMethod[] {
  const own = instance.operations.filter((listed) => listed.noun === noun);
  const extras = Object.keys(instance.client[noun] ?? {}).filter((verb) => !own.some((listed) => listed.verb === verb));
  return [
    ...own.map((listed) => ({ instance, noun, verb: listed.verb, listed })),
    ...extras.map((verb) => {
      const extra = extraOf(instance.operations, noun, verb);
      return { instance, noun, verb, extra, listed: own.find((listed) => listed.verb === extra.like) };
    }),
  ];
}

/** The methods of a noun in the detected revision. A method is left out if the revision lacks its first operation. */
export function methodsIn(instance: ServiceInstance, noun: string): readonly ServiceMethod[] {
  const its = operationsIn(instance).filter((listed) => listed.noun === noun);
  return methodsOf(instance, noun).filter(({ listed, extra }) =>
    extra && extra.like === undefined ? its.length > 0 : listed && its.includes(listed),
  );
}

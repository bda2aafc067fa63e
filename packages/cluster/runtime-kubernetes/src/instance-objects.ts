import { ReeveError } from "@reeve/contract";
import { isRefusal } from "./api/failure.ts";
import type { KubernetesObject } from "./api/objects.ts";
import type { InstanceContext } from "./instance-context.ts";
import { INSTANCE_ID, instanceLabels, isOf, PLACE_LABEL } from "./pods/names.ts";

type OwnContext = Pick<InstanceContext, "client" | "names" | "instanceId">;

export type HeadlessService = ReturnType<typeof headlessService>;

/** Milliseconds for which the headless service counts as present. Another program may delete it. */
const FRESH = 60_000;

/** The headless service of an instance, which gives its pods stable names. */
export function headlessService(context: OwnContext) {
  let seen = Number.NEGATIVE_INFINITY;
  return {
    /** Creates the service if it is missing. */
    async ensure(signal: AbortSignal): Promise<void> {
      if (performance.now() - seen < FRESH) return;
      const spec = { clusterIP: "None", publishNotReadyAddresses: true, selector: ownPods(context.instanceId) };
      const service = { apiVersion: "v1", kind: "Service", metadata: ownMetadata(context), spec };
      const { name } = service.metadata;
      await context.client.create("services", service, signal).catch((error) => createdBefore(error, "services", name, context, signal));
      seen = performance.now();
    },
    async delete(signal: AbortSignal): Promise<void> {
      await deleteOwn("services", context, signal);
      seen = Number.NEGATIVE_INFINITY;
    },
  };
}

/**
 * For an object that could not be created: returns the one that an earlier attempt has created. Rejects if there is none, or if an object
 * of another owner has the same name.
 */
export async function createdBefore<Item extends KubernetesObject>(
  error: unknown,
  kind: "services" | "pods",
  name: string,
  { client, instanceId }: Pick<OwnContext, "client" | "instanceId">,
  signal: AbortSignal,
): Promise<Item> {
  const match = isRefusal(error, 409) ? await client.get<Item>(kind, name, signal) : undefined;
  if (!match) throw error;
  if (!isOf(instanceId, match)) throw foreign(kind.replace(/s$/, ""), name);
  return match;
}

/** The metadata of an object of which an instance has one. */
export function ownMetadata({ names, instanceId }: OwnContext) {
  return { name: names.own, labels: instanceLabels(names.instance, instanceId) };
}

/** The labels of the pods that run the nodes' own tasks. */
export function ownPods(instanceId: string): Readonly<Record<string, string>> {
  return { [INSTANCE_ID]: instanceId, [PLACE_LABEL]: "own" };
}

/** Deletes an object of which the instance has one. An object of another owner with the same name stays. */
export async function deleteOwn(
  kind: "services" | "poddisruptionbudgets",
  { client, names, instanceId }: OwnContext,
  signal: AbortSignal,
): Promise<void> {
  const match = await client.get(kind, names.own, signal);
  if (match && isOf(instanceId, match)) await client.delete(kind, names.own, { ...uidOf(match), signal });
}

export function uidOf({ metadata: { uid } }: KubernetesObject): { readonly uid?: string } {
  return uid === undefined ? {} : { uid };
}

export function foreign(what: string, name: string): ReeveError {
  return new ReeveError(
    "conflict",
    `the ${what} ${name} already exists and belongs to something else; rename the instance, or remove the ${what}`,
  );
}

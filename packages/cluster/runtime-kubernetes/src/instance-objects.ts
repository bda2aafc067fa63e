import { ReeveError } from "@reeve/contract";
import type { ApiClient } from "./api/client.ts";
import type { KubernetesObject } from "./api/objects.ts";
import { isRefusal } from "./api/refusal.ts";
import { INSTANCE_ID, instanceLabels, isOf, PLACE_LABEL } from "./pods/labels.ts";
import type { ObjectNames } from "./pods/names.ts";

/** Objects of an instance besides its pods and volumes: a headless service for stable names, and a disruption budget. */
export interface InstanceObjects {
  /** Creates the headless service if it is missing; rejects if an object of another owner has the same name. */
  ensure(signal: AbortSignal): Promise<void>;
  /** Sets the disruption budget: the number of nodes, and whether a drain may evict one of them. */
  budget(nodes: number, isAllowed: boolean, signal: AbortSignal): Promise<void>;
  delete(signal: AbortSignal): Promise<void>;
}

/** Milliseconds for which the headless service counts as present. Another program may delete it. */
const FRESH = 60_000;

export function instanceObjects(client: ApiClient, names: ObjectNames, id: string): InstanceObjects {
  const metadata = { name: names.own, labels: instanceLabels(names.instance, id) };
  const own = { [INSTANCE_ID]: id, [PLACE_LABEL]: "own" };
  let seen = Number.NEGATIVE_INFINITY;
  let isBudgetOwn = false;

  async function ensure(signal: AbortSignal): Promise<void> {
    if (performance.now() - seen < FRESH) return;
    const spec = { clusterIP: "None", publishNotReadyAddresses: true, selector: own };
    const service = { apiVersion: "v1", kind: "Service", metadata, spec };
    await client.create("services", service, signal).catch(async (error) => {
      if (!isRefusal(error, 409)) throw error;
      const match = await client.get("services", names.own, signal);
      if (!match) throw error;
      if (!isOf(id, match)) throw foreign("service", names.own);
    });
    seen = performance.now();
  }

  async function remove(kind: "services" | "poddisruptionbudgets", signal: AbortSignal): Promise<void> {
    const match = await client.get(kind, names.own, signal);
    if (match && isOf(id, match)) await client.delete(kind, names.own, { ...uidOf(match), signal });
  }

  return {
    ensure,
    budget: async (nodes, isAllowed, signal) => {
      if (!isBudgetOwn) {
        const match = await client.get("poddisruptionbudgets", names.own, signal);
        if (match && !isOf(id, match)) throw foreign("disruption budget", names.own);
      }
      isBudgetOwn = true;
      // For pods without a controller, Kubernetes supports only `minAvailable`.
      const spec = { minAvailable: Math.max(0, isAllowed ? nodes - 1 : nodes), selector: { matchLabels: own } };
      const budget = { apiVersion: "policy/v1", kind: "PodDisruptionBudget", metadata, spec };
      await client.apply("poddisruptionbudgets", budget, signal);
    },
    delete: async (signal) => {
      await remove("poddisruptionbudgets", signal);
      await remove("services", signal);
      seen = Number.NEGATIVE_INFINITY;
    },
  };
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

import type { ListsPods, PlanWaits, PodWaits, ShowsPlans } from "@reeve/client";

/** Casts a client to the type of a client that shows plans, because every service has plans. */
export function showsPlans(client: object): ShowsPlans {
  return client as ShowsPlans;
}

/** Casts a client to the type of a client that waits for plans. */
export function waitsForPlans(client: object): { readonly plans: PlanWaits } {
  return client as { readonly plans: PlanWaits };
}

/** Casts a client to the type of a client that has pods and waits for them. */
export function withPods(client: object): ListsPods & { readonly pods: PodWaits } {
  return client as ListsPods & { readonly pods: PodWaits };
}

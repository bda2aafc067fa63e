import type { ListsPods, PlanWaits, PodWaits, ShowsPlans } from "@reeve/client";

/** A client of any of the services: all of them have plans. */
export function showsPlans(client: object): ShowsPlans {
  return client as ShowsPlans;
}

/** A client of any of the services, with its waits for plans. */
export function waitsForPlans(client: object): { readonly plans: PlanWaits } {
  return client as { readonly plans: PlanWaits };
}

/** A client of a service that has pods, and waits for them. */
export function withPods(client: object): ListsPods & { readonly pods: PodWaits } {
  return client as ListsPods & { readonly pods: PodWaits };
}

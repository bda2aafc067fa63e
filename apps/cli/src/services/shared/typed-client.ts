import type { ListsPods, PodWaits, ShowsPlans } from "@reeve/client";

/** A client of any of the services: all of them have plans. */
export function showsPlans(client: object): ShowsPlans {
  return client as ShowsPlans;
}

/** A client of a service that has pods, and waits for them. */
export function withPods(client: object): ListsPods & { readonly pods: PodWaits } {
  return client as ListsPods & { readonly pods: PodWaits };
}

import type { CallOptions, PlanWaits, ShowsPlans } from "@reeve/client";

/** Casts a client to the type of a client that shows plans, because every service has plans. */
export function showsPlans(client: object): ShowsPlans {
  return client as ShowsPlans;
}

/** Casts a client to the type of a client that waits for plans. */
export function waitsForPlans(client: object): { readonly plans: PlanWaits } {
  return client as { readonly plans: PlanWaits };
}

interface ShowsConfigurations {
  readonly configurations: {
    target(input: object, options: CallOptions): Promise<unknown>;
    show(input: { readonly id: string }, options: CallOptions): Promise<unknown>;
  };
}

/** Casts a client to the type of a client that shows configurations. */
export function showsConfigurations(client: object): ShowsConfigurations {
  return client as ShowsConfigurations;
}

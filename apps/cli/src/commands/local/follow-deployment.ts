import { describeClient, rolloutState } from "@reeve/client";
import { isReeveError } from "@reeve/contract";
import type { Plan } from "@reeve/scheduler-models";
import type { Reeve } from "@reeve/service";
import { openLiveRegion, progressLines, type Rollout } from "@reeve/terminal";
import type { Context } from "../../model/context.ts";
import { serviceKind } from "../../services/by-name.ts";
import { showsPlans } from "../../services/shared/typed-client.ts";

const EVERY = 200;

/** Draws how the services come up, until they all have; where nobody looks at it, nothing. */
export async function followDeployment(reeve: Reeve, { terminal, signal }: Context): Promise<void> {
  const screen = terminal.notes.screen();
  if (!screen) return;
  const clients = await Promise.all(
    reeve.services.map(async ({ name, kind, revision }) => {
      const { createClient } = await (await serviceKind(kind)).load();
      const client = createClient({ url: reeve.url, token: reeve.token, fetch: reeve.fetch, service: name, revision });
      return { name, client };
    }),
  );
  using region = openLiveRegion(screen);
  try {
    for (;;) {
      const rollouts = await Promise.all(
        clients.map(async ({ name, client }): Promise<Rollout> => {
          const plan: Plan = await showsPlans(client).plans.show({}, { signal });
          return { owner: name, name: "deploy", plan };
        }),
      );
      region.show(progressLines(rollouts, screen.look()));
      if (rollouts.every(({ plan }) => rolloutState(plan) !== "running")) break;
      await new Promise((resolve) => setTimeout(resolve, EVERY));
    }
    region.keep();
  } catch (thrown) {
    if (!isReeveError(thrown, "cancelled")) throw thrown;
  } finally {
    await Promise.all(clients.map(({ client }) => describeClient(client).close()));
  }
}

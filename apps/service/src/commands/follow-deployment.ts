import { token as tokenCredentials } from "@reeve/auth";
import { rolloutState, type ShowsPlans, watchPlan } from "@reeve/client";
import type { Context } from "@reeve/commands";
import type { Plan } from "@reeve/scheduler-models";
import { openLiveRegion, progressLines } from "@reeve/terminal";
import { createTransport } from "@reeve/transport";
import type { Reeve } from "../index.ts";
import { ownPlans } from "./own-plans.ts";

/** A service whose progress this command shows. */
interface Followed {
  readonly name: string;
  readonly client: ShowsPlans;
  plan?: Plan;
}

const pollLimits = { minDelay: 150, maxDelay: 1_000 } as const;

/** Shows the progress of the services until all are ready; on a terminal only. */
export async function followDeployment(reeve: Reeve, { terminal, signal }: Context): Promise<void> {
  const screen = terminal.notes.screen();
  if (!screen) return;
  const { url, token, fetch, services } = reeve;
  const transport = createTransport({ url, credentials: tokenCredentials(token), fetch });
  const followed = services.map(({ name }): Followed => ({ name, client: ownPlans(transport, name) }));
  using region = openLiveRegion(screen);
  const draw = () =>
    region.show(
      progressLines(
        followed.flatMap(({ name, plan }) => (plan ? [{ owner: name, name: "deploy", plan }] : [])),
        screen.style(),
      ),
    );
  await Promise.all(followed.map((each) => follow(each, signal, draw)));
  // After Ctrl-C the progress is not kept on the screen.
  if (!signal.aborted) region.keep();
  await transport.close();
}

async function follow(each: Followed, signal: AbortSignal, draw: () => void): Promise<void> {
  try {
    for await (const plan of watchPlan(each.client, {}, { ...pollLimits, signal })) {
      each.plan = plan;
      draw();
      if (rolloutState(plan) !== "running") return;
    }
  } catch {
    // An error while showing progress must not stop the service: an instance may have been removed, or the user may have pressed Ctrl-C.
  }
}

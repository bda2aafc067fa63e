import { rolloutState } from "@reeve/client";
import { isReeveError } from "@reeve/contract";
import type { Plan } from "@reeve/scheduler-models";
import { openLiveRegion, progressLines, type Rollout } from "@reeve/terminal";
import type { Shell } from "../shell.ts";
import type { Instance } from "./instance.ts";
import type { Session } from "./session.ts";

/** Where nothing can be drawn over, a line is written for each rollout that has come to its end. */
export async function watchDeployment(shell: Shell, session: Session): Promise<void> {
  const { results } = shell.terminal;
  const connection = session.needed();
  const instances = connection.services.map((service) => connection.instance(service));
  const seen = new Map<Instance, Plan>();
  const screen = results.screen();
  const region = openLiveRegion(screen);
  const lines = () => progressLines([...seen].map(rolloutOf), results.look());
  try {
    await shell.inFlight.run(async (signal) => {
      await Promise.all(
        instances.map(async (instance) => {
          for await (const plan of watch(instance, signal)) {
            seen.set(instance, plan);
            instance.seen.set("deploy", plan);
            if (screen) region.show(lines());
            else if (rolloutState(plan) === "complete") tell(results, rolloutOf([instance, plan]));
          }
        }),
      );
    });
  } catch (error) {
    if (!isReeveError(error, "cancelled")) throw error;
  } finally {
    region.keep();
  }
}

function tell(results: Shell["terminal"]["results"], rollout: Rollout): void {
  results.write(
    progressLines([rollout], results.look())
      .map((line) => `${line}\n`)
      .join(""),
  );
}

function rolloutOf([{ global }, plan]: readonly [Instance, Plan]): Rollout {
  return { owner: global, name: "deploy", plan };
}

function watch({ client }: Instance, signal: AbortSignal): AsyncGenerator<Plan, void, void> {
  const plans = client.plans as { watch(input: object, options: object): AsyncGenerator<Plan, void, void> };
  return plans.watch({}, { signal, leastDelay: 150, mostDelay: 1_000 });
}

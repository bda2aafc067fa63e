import { rolloutState } from "@reeve/client";
import { isReeveError } from "@reeve/contract";
import type { Plan } from "@reeve/scheduler-models";
import { openLiveRegion, progressLines, type Rollout, wrap } from "@reeve/terminal";
import type { ShellState } from "../start/shell.ts";
import type { ClusterConnection } from "./connection.ts";
import type { ServiceInstance } from "./instance.ts";

/**
 * Shows all rollouts of a cluster until they have ended or the user presses Ctrl-C. Without a screen, writes a line when a rollout ends. If
 * no user can see the progress, only waits.
 */
export async function watchDeployment(shell: ShellState, connection: ClusterConnection): Promise<void> {
  const { results } = shell.terminal;
  const screen = results.screen();
  const write = (lines: readonly string[]) => {
    if (shell.isVerbose) results.write(lines.map((line) => `${line}\n`).join(""));
  };
  write(wrap(introduction(connection), results.style().width));
  const seen = new Map<ServiceInstance, Plan>();
  const region = openLiveRegion(shell.isVerbose ? screen : undefined);
  const follow = async (instance: ServiceInstance, signal: AbortSignal): Promise<void> => {
    for await (const plan of watch(instance, signal)) {
      instance.seen.set("deploy", plan);
      seen.set(instance, plan);
      const lines = progressLines([...seen].map(rolloutOf), results.style());
      if (screen) region.show(lines);
      else if (rolloutState(plan) === "complete") write(lines.slice([...seen.keys()].indexOf(instance)).slice(0, 1));
    }
  };
  try {
    const instances = connection.services.map((service) => connection.instance(service));
    await shell.inFlight.run((signal) => Promise.all(instances.map((instance) => follow(instance, signal))));
    region.keep();
  } catch (error) {
    region.keep();
    if (!isReeveError(error, "cancelled")) throw error;
    write(wrap(STOPPED_WATCHING, results.style().width).map(results.style().paint.dim));
  }
}

const STOPPED_WATCHING = "no longer watching: the deployment continues; use show plans to see its state";

function introduction({ services }: ClusterConnection): string {
  const kinds = services.map(({ kind, revision }) => (kind === "wide-column" ? kind : `${kind} (${revision})`));
  return `Reeve · simulated cluster in this process: ${kinds.join(", ")}. It opens no port and stores nothing.`;
}

function rolloutOf([{ global }, plan]: readonly [ServiceInstance, Plan]): Rollout {
  return { owner: global, name: "deploy", plan };
}

function watch({ client }: ServiceInstance, signal: AbortSignal): AsyncGenerator<Plan, void, void> {
  const plans = client.plans as { watch(input: object, options: object): AsyncGenerator<Plan, void, void> };
  return plans.watch({}, { signal, minDelay: 150, maxDelay: 1_000 });
}

import { type CallOptions, rolloutState, type ShowsPlans, type Watcher } from "@reeve/client";
import type { Phase } from "@reeve/scheduler-models";
import { hasErrors, phasesNamed } from "./maintenance-phases.ts";

/**
 * Watches the phases that a plan has only while maintenance runs. Phases may disappear when maintenance ends, and phases of an earlier run
 * may remain. The watcher therefore must first see phases appear or change.
 */
export async function byPhases(client: ShowsPlans, names: readonly string[], call: CallOptions): Promise<Watcher> {
  const before = JSON.stringify(phasesNamed(await client.plans.show({}, call), names));
  return async (options) => {
    const plan = await client.plans.show({}, options);
    const phases = phasesNamed(plan, names);
    const open = phases.find((phase) => phase.status !== "COMPLETE" || hasErrors(phase));
    const failed = rolloutState(plan) === "failed" && open !== undefined && hasErrors(open);
    return {
      started: JSON.stringify(phases) !== before,
      finished: open === undefined,
      missing: open ? `the phase ${open.name} is ${open.status}` : "",
      plan,
      ...(failed && { failed: `the phase ${open.name} has errors${errorSuffix(open)}` }),
    };
  };
}

function errorSuffix({ steps }: Phase): string {
  const failed = steps.find(({ status }) => status === "ERROR");
  const message = failed && (failed.reason ?? failed.message);
  return message === undefined || message === "" ? "" : `: ${message}`;
}

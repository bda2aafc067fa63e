import { type CallOptions, rolloutState, type ShowsPlans, type Watcher } from "@reeve/client";
import type { Phase, Plan } from "@reeve/scheduler-models";

/**
 * Watches the phases that the plan has while something runs. They may be gone when it is over, and they may be left from an earlier
 * run before it begins: they must be seen to come or to change first.
 */
export async function byPhases(client: ShowsPlans, names: readonly string[], call: CallOptions): Promise<Watcher> {
  const before = JSON.stringify(named(await client.plans.show({}, call), names));
  return async (options) => {
    const plan = await client.plans.show({}, options);
    const phases = named(plan, names);
    const open = phases.find(({ status }) => status !== "COMPLETE");
    const failed = rolloutState(plan) === "failed" && open?.status === "ERROR";
    return {
      begun: JSON.stringify(phases) !== before,
      over: open === undefined,
      missing: open ? `the phase ${open.name} is ${open.status}` : "",
      plan,
      ...(failed && { failed: `the phase ${open.name} has errors${saidOf(open)}` }),
    };
  };
}

function named({ phases }: Plan, names: readonly string[]): readonly Phase[] {
  return phases.filter(({ name }) => names.some((each) => name.toLowerCase().startsWith(each.toLowerCase())));
}

function saidOf({ steps }: Phase): string {
  const failed = steps.find(({ status }) => status === "ERROR");
  const said = failed && (failed.reason ?? failed.message);
  return said === undefined || said === "" ? "" : `: ${said}`;
}

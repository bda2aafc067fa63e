import type { Cluster, WorkPlan } from "@reeve/orchestrator";

/** Checks a plan before it begins. */
export async function checked(asked: Promise<WorkPlan>): Promise<WorkPlan> {
  const plan = await asked;
  await plan.check?.();
  return plan;
}

/** Runs a plan step by step, as an orchestrator does; returns the last message of each step. */
export async function runPlan(
  cluster: Pick<Cluster, "perform">,
  plan: WorkPlan,
  {
    skip = () => false,
    secrets = plan.secrets ?? {},
  }: { skip?: (step: string) => boolean; secrets?: Record<string, string> } = {},
): Promise<ReadonlyMap<string, string>> {
  const reports = new Map<string, string>();
  for (const { name: phase, steps } of plan.phases) {
    for (const { name, work } of steps) {
      const step = `${phase} ${name}`;
      if (skip(step)) continue;
      // A step's work is stored as JSON.
      const kept = JSON.parse(JSON.stringify(work));
      await cluster.perform(kept, {
        signal: AbortSignal.timeout(60_000),
        report: (message) => reports.set(step, message),
        atNode: async () => undefined,
        secrets,
      });
    }
  }
  return reports;
}

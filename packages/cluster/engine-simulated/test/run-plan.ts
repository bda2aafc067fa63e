import type { Cluster, WorkPlan } from "@reeve/orchestrator/engine";

/** Runs the check of a plan before the plan begins, as the orchestrator does. */
export async function checked(request: Promise<WorkPlan>): Promise<WorkPlan> {
  const plan = await request;
  await plan.check?.();
  return plan;
}

/** Runs a plan step by step like an orchestrator; returns the last message of each step. */
export async function runPlan(
  cluster: Pick<Cluster, "perform">,
  plan: WorkPlan,
  { skip = () => false, secrets = plan.secrets ?? {} }: { skip?: (step: string) => boolean; secrets?: Record<string, string> } = {},
): Promise<ReadonlyMap<string, string>> {
  const reports = new Map<string, string>();
  for (const { name: phase, steps } of plan.phases) {
    for (const { name, work } of steps) {
      const step = `${phase} ${name}`;
      if (skip(step)) continue;
      // The orchestrator stores the work as JSON, so the work is copied through JSON here, too.
      const kept = JSON.parse(JSON.stringify(work));
      await cluster.perform(kept, {
        signal: AbortSignal.timeout(120_000),
        report: (message) => reports.set(step, message),
        atNode: async () => undefined,
        secrets,
      });
    }
  }
  return reports;
}

/** A topic description with this many partitions, as a server sends it. */
export function topicText(partitions: number): string {
  const entries = Array.from({ length: partitions }, (_, partition) => ({
    [partition]: {
      controller_epoch: 18,
      isr: [partition % 3, (partition + 1) % 3, (partition + 2) % 3],
      leader: partition % 3,
      leader_epoch: 18,
      version: 1,
    },
  }));
  return JSON.stringify({ partitions: entries });
}

/** A plan with this many steps in one phase, as a server sends it. */
export function planText(steps: number): string {
  const phase = {
    id: "1915bcad-1235-400f-8406-4ac7555a7d34",
    name: "Deploy",
    status: "IN_PROGRESS",
    steps: Array.from({ length: steps }, (_, index) => ({
      id: `3f7ec2a1-4d09-4d0f-9b5e-${String(index).padStart(12, "0")}`,
      name: `broker-${index}`,
      status: index < steps / 2 ? "COMPLETE" : "PENDING",
      message: `Broker-${index} is ${index < steps / 2 ? "COMPLETE" : "PENDING"}`,
    })),
  };
  return JSON.stringify({ phases: [phase], errors: [], status: "IN_PROGRESS" });
}

/** A plan in which each step has its times, as newer servers send them. */
export function timedPlanText(steps: number): string {
  const plan = JSON.parse(planText(steps));
  for (const step of plan.phases[0].steps) {
    step.started_at = "2026-01-01T00:00:00.000Z";
    step.completed_at = step.status === "COMPLETE" ? "2026-01-01T00:00:41.000Z" : null;
  }
  return JSON.stringify(plan);
}

/** A plan in the format of R1, with the field order of the Reeve service, which writes `hasDecisionPoint` last. */
export function planOfBlocksText(blocks: number): string {
  return planText(blocks)
    .replaceAll('"steps":', '"blocks":')
    .replaceAll("PENDING", "Pending")
    .replaceAll("COMPLETE", "Complete")
    .replaceAll("IN_PROGRESS", "InProgress")
    .replace(/("message":"[^"]*")/g, '$1,"hasDecisionPoint":false');
}

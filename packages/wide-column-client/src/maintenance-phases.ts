import type { Phase, Plan } from "@reeve/scheduler-models";

/** The phases that `/plan` shows while something runs. */
export const maintenancePhases = {
  cleanup: ["Cleanup"],
  repair: ["Repair"],
  backup: ["Snapshot", "Upload", "BackupSchema"],
  restore: ["RestoreSchema", "Download", "Restore"],
} as const;

/** The phases that have one of these names, however they are spelled. */
export function phasesNamed({ phases }: Plan, names: readonly string[]): readonly Phase[] {
  return phases.filter(({ name }) => names.some((each) => name.toLowerCase().startsWith(each.toLowerCase())));
}

/** Whether a phase has failed: one that says that it is complete has, too, where a step of it is in ERROR. */
export function hasErrors({ status, steps }: Phase): boolean {
  return status === "ERROR" || steps.some((step) => step.status === "ERROR");
}

/** What a plan says of the installation alone: maintenance that runs, waits or has failed is no part of it. */
export function installationOf(plan: Plan): Plan {
  const maintenance = new Set(phasesNamed(plan, Object.values(maintenancePhases).flat()));
  if (maintenance.size === 0) return plan;
  const phases = plan.phases.filter((phase) => !maintenance.has(phase));
  if (phases.some(hasErrors)) return { ...plan, phases };
  const isComplete = phases.every(({ status }) => status === "COMPLETE");
  const status = isComplete ? "COMPLETE" : plan.status === "WAITING" ? "WAITING" : "IN_PROGRESS";
  return { ...plan, phases, errors: [], status };
}

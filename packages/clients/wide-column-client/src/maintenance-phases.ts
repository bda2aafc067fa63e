import type { Phase, Plan } from "@reeve/scheduler-models";

/** The names of the phases that each kind of maintenance has in `/plan`. Not every service has all of them. */
export const maintenancePhases = {
  cleanup: ["Cleanup"],
  repair: ["Repair"],
  backup: ["Snapshot", "Upload", "BackupSchema"],
  restore: ["RestoreSchema", "Download", "Restore"],
} as const;

/** The phases of a plan that have one of these names, in any spelling. */
export function phasesNamed({ phases }: Plan, names: readonly string[]): readonly Phase[] {
  return phases.filter(({ name }) => names.some((each) => name.toLowerCase().startsWith(each.toLowerCase())));
}

/** Whether a phase has failed: the phase or one of its steps has the status ERROR, even if the phase counts as complete. */
export function hasErrors({ status, steps }: Phase): boolean {
  return status === "ERROR" || steps.some((step) => step.status === "ERROR");
}

/** Reduces a plan to the phases of the installation, without those of maintenance. */
export function withoutMaintenance(plan: Plan): Plan {
  const maintenance = new Set(phasesNamed(plan, Object.values(maintenancePhases).flat()));
  if (maintenance.size === 0) return plan;
  const phases = plan.phases.filter((phase) => !maintenance.has(phase));
  if (phases.some(hasErrors)) return { ...plan, phases };
  const isComplete = phases.every(({ status }) => status === "COMPLETE");
  const status = isComplete ? "COMPLETE" : plan.status === "WAITING" ? "WAITING" : "IN_PROGRESS";
  return { ...plan, phases, errors: [], status };
}

import type { MaintenanceRecord, PlanRecord } from "../state/records.ts";
import type { WorkPlan } from "../work.ts";
import { type Machine, timestamp } from "./machine.ts";
import type { PlanRun } from "./run.ts";
import { isPlanComplete } from "./status.ts";
import { stepFailureOf } from "./view.ts";

/**
 * Records maintenance that a user has requested. If the history then exceeds its limit, the oldest record of ended maintenance is dropped.
 */
export function recordMaintenance(machine: Machine, { record }: PlanRun, { place }: Pick<WorkPlan, "place">): void {
  const { state, changes } = machine;
  const { maintenance } = state;
  const entry: MaintenanceRecord = {
    id: record.id,
    number: (maintenance.at(-1)?.number ?? 0) + 1,
    name: record.name,
    request: record.request ?? {},
    ...(place !== undefined && { place }),
    requestedAt: timestamp(machine),
  };
  maintenance.push(entry);
  changes.maintenance.add(entry);
  dropOldMaintenance(machine);
}

/** Records that maintenance was stopped before it had ended. */
export function recordStop(machine: Machine, { id }: PlanRecord): void {
  const entry = machine.state.maintenance.find((each) => each.id === id);
  if (!entry || entry.outcome === "complete") return;
  entry.outcome = "failed";
  entry.failure = "the maintenance was stopped";
  entry.endedAt = timestamp(machine);
  machine.changes.maintenance.add(entry);
}

/** Drops the oldest records of ended maintenance until the history is within its limit. */
export function dropOldMaintenance({ state, changes, retention }: Machine): void {
  const { maintenance } = state;
  const ended = maintenance.filter(({ outcome }) => outcome !== undefined);
  for (const entry of ended.slice(0, Math.max(0, maintenance.length - retention.maintenance))) {
    maintenance.splice(maintenance.indexOf(entry), 1);
    changes.maintenance.delete(entry);
    changes.removed.add(maintenanceKey(entry));
  }
}

/** Updates the records of maintenance that has begun, has ended or is being retried. */
export function updateHistory(machine: Machine): void {
  for (const plan of machine.state.plans.values()) {
    if (plan.record.request) update(machine, plan);
  }
}

function update(machine: Machine, plan: PlanRun): void {
  const entry = machine.state.maintenance.find(({ id }) => id === plan.record.id);
  if (!entry || entry.outcome === "complete") return;
  const outcome = isPlanComplete(plan)
    ? "complete"
    : plan.failed.size > 0 && plan.active.size === 0
      ? "failed"
      : undefined;
  const begun = plan.phases.some(({ startedAt }) => startedAt !== undefined);
  if (outcome === entry.outcome && (entry.startedAt !== undefined || !begun)) return;
  if (begun) entry.startedAt ??= timestamp(machine);
  delete entry.endedAt;
  delete entry.failure;
  delete entry.outcome;
  if (outcome) {
    entry.outcome = outcome;
    entry.endedAt = timestamp(machine);
  }
  if (outcome === "failed") entry.failure = [...plan.failed].map(stepFailureOf).join("; ");
  machine.changes.maintenance.add(entry);
}

export const maintenanceKey = ({ number }: Pick<MaintenanceRecord, "number">): string =>
  `maintenance/${String(number).padStart(9, "0")}`;

import type { MaintenanceEntry } from "@reeve/wide-column-models";
import type { Maintenance } from "../instance.ts";
import { beginMaintenance, currentMaintenance, expectNoMaintenance, giveKeys } from "../machine/maintenance.ts";
import type { InstanceState, PlanRun } from "../machine/run.ts";
import { statusOfPlan } from "../machine/status.ts";
import type { MaintenanceRecord } from "../state/records.ts";
import type { Host } from "./host.ts";

/** The maintenance operations of an instance. */
export function maintenanceOf(host: Host): Maintenance {
  const { machine } = host;
  const { state } = machine;
  return {
    start: async (plan) => {
      if (host.request(() => giveKeys(machine, plan))) return;
      expectNoMaintenance(machine);
      await plan.check?.();
      host.request(() => beginMaintenance(machine, plan));
    },
    current: () => currentMaintenance(state)?.record.name,
    history: () => {
      host.settled();
      return state.maintenance.map((record) => entryOf(record, state)).reverse();
    },
  };
}

/** While maintenance is running, its entry in the history shows the current status of its plan. */
function entryOf(record: MaintenanceRecord, { plans }: InstanceState): MaintenanceEntry {
  const { id, name, request, place, requestedAt, startedAt = null, endedAt = null, outcome, failure = null } = record;
  const run = plans.get(name);
  const plan = run?.record.id === id ? run : undefined;
  const open = { status: plan ? statusOfPlan(plan) : "PENDING", reason: plan ? waitReason(plan) : null };
  const over = { status: outcome === "complete" ? "COMPLETE" : "ERROR", reason: failure };
  return {
    id,
    name,
    request,
    ...(place !== undefined && { place }),
    ...(outcome ? over : open),
    requested_at: requestedAt,
    started_at: startedAt,
    completed_at: endedAt,
  };
}

function waitReason({ phases }: PlanRun): string | null {
  return phases.flatMap(({ steps }) => steps).find(({ hold }) => hold)?.hold?.reason ?? null;
}

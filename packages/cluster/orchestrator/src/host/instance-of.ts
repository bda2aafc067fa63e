import type { MaintenanceEntry } from "@reeve/wide-column-models";
import type { Instance, Maintenance, PlanCommand } from "../instance.ts";
import { controlPlan } from "../machine/control.ts";
import type { InstanceState, PlanRun } from "../machine/machine.ts";
import { beginMaintenance, currentMaintenance, expectNoMaintenance, giveKeys } from "../machine/maintenance.ts";
import { planNames, stepsOfPlan } from "../machine/plan-run.ts";
import { beginRollingRestart } from "../machine/rolling-restart.ts";
import { statusOfPlan } from "../machine/step.ts";
import { textOfPlan, viewOfPlan } from "../machine/view.ts";
import type { MaintenanceRecord } from "../state/records.ts";
import { type Host, openedBy, requestChange } from "./host.ts";
import { nodesOf } from "./nodes.ts";

/** Returns an instance's public interface, which the service exposes. */
export function instanceOf(host: Host): Instance {
  const { machine, engine, runtime, committer, listeners } = host;
  const { state } = machine;
  const { record } = state;
  const planNamed = (name: string) => {
    committer.settle();
    return state.plans.get(name);
  };
  return {
    name: record.name,
    kind: record.definition.kind,
    get definition() {
      return record.definition;
    },
    engine: { name: engine.name, simulated: engine.simulated, ...(engine.version !== undefined && { version: engine.version }) },
    get notes() {
      return engine.notes?.(record.definition) ?? [];
    },
    get troubles() {
      return [...host.troubles, ...(host.opened?.cluster.troubles?.() ?? [])];
    },
    get certificateEnds() {
      return host.opened?.cluster.certificateEnds?.() ?? {};
    },
    get clientTls() {
      return engine.clientTls?.(record.definition) ?? false;
    },
    runtime: {
      name: runtime.name,
      simulated: runtime.simulated,
      outlivesService: runtime.outlivesService === true,
      get agents() {
        return openedBy(host).agents.count;
      },
    },
    configurations: {
      ids: () => [...state.configurations.keys()],
      get: (id) => state.configurations.get(id),
      target: () => {
        const target = state.configurations.get(record.target);
        if (!target) throw new Error(`${record.name} has no target configuration`);
        return target;
      },
    },
    plans: {
      names: () => planNames(state),
      get: (name) => {
        const plan = planNamed(name);
        return plan && viewOfPlan(plan);
      },
      text: (name) => {
        const plan = planNamed(name);
        return plan && textOfPlan(plan);
      },
      restartNodes: (type) => requestChange(host, () => beginRollingRestart(machine, type)),
      control: (command: PlanCommand) => ({ changed: requestChange(host, () => controlPlan(machine, command)) }),
    },
    nodes: nodesOf(host, (podType) => !state.internal.has(podType)),
    allNodes: nodesOf(host, () => true),
    get administration() {
      return openedBy(host).cluster.administration;
    },
    maintenance: maintenanceOf(host),
    watch: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

function maintenanceOf(host: Host): Maintenance {
  const { machine } = host;
  const { state } = machine;
  return {
    start: async (plan) => {
      if (requestChange(host, () => giveKeys(machine, plan))) return;
      expectNoMaintenance(machine);
      await plan.check?.();
      requestChange(host, () => beginMaintenance(machine, plan));
    },
    current: () => currentMaintenance(state)?.record.name,
    history: () => {
      host.committer.settle();
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

function waitReason(plan: PlanRun): string | null {
  return stepsOfPlan(plan).find(({ hold }) => hold)?.hold?.reason ?? null;
}

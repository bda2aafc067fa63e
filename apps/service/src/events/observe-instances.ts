import type { Clock, Instance, NodeView, Orchestrator } from "@reeve/orchestrator";
import type { Plan } from "@reeve/scheduler-models";
import { shownNode } from "../api/own-nodes.ts";
import { removalInfo, serviceInfo } from "../own/info.ts";
import type { EventLog } from "./event-log.ts";

/** The parts of the orchestrator that are observed. */
export type Observed = Pick<Orchestrator, "instances" | "removals" | "watchRemovals">;

/** Changes are collected for this many milliseconds, because many changes arrive at once. */
const GATHER = 50;

interface Seen {
  readonly instance: Instance;
  unwatch: () => void;
  readonly nodes: Map<string, { readonly view: NodeView; readonly target: string }>;
  readonly plans: Map<string, Plan>;
  isDirty: boolean;
}

/** Writes the changes of the instances to an event log, from `begin` to `end`. */
export function observeInstances(orchestrator: Observed, log: EventLog, clock: Clock, changed: () => void) {
  const seen = new Map<string, Seen>();
  const leaving = new Set<string>();
  let unwatch: () => void = () => {};
  let isOpen = false;
  let cancel: (() => void) | undefined;

  function check(): void {
    if (isOpen) cancel ??= clock.after(GATHER, checkNow);
  }

  function checkNow(): void {
    cancel = undefined;
    const before = log.latest();
    const instances = orchestrator.instances();
    for (const each of [...seen.values()]) if (!instances.includes(each.instance)) leave(each);
    writeRemovals();
    for (const instance of instances) {
      const each = seen.get(instance.name) ?? meet(instance);
      if (each.isDirty) writeChanges(each, log);
      each.isDirty = false;
    }
    if (log.latest() !== before) changed();
  }

  /** These events come after the end of an instance, and before the events of a new instance of the same name. */
  function writeRemovals(): void {
    const removals = orchestrator.removals();
    const keyOf = (name: string) => `${name}/removal`;
    for (const name of [...leaving]) {
      if (removals.some((each) => each.name === name)) continue;
      leaving.delete(name);
      log.gone({ key: keyOf(name), service: name, name: "gone", data: { service: name } });
    }
    for (const removal of removals) {
      const { name: service, ...data } = removalInfo(removal);
      leaving.add(service);
      log.set({ key: keyOf(service), service, name: "removal", data: { service, ...data } });
    }
  }

  function meet(instance: Instance): Seen {
    const each: Seen = { instance, unwatch: () => {}, nodes: new Map(), plans: new Map(), isDirty: true };
    seen.set(instance.name, each);
    follow(each);
    return each;
  }

  function follow(each: Seen): void {
    each.isDirty = true;
    each.unwatch = each.instance.watch(() => {
      each.isDirty = true;
      check();
    });
  }

  function leave({ instance: { name }, unwatch }: Seen): void {
    unwatch();
    seen.delete(name);
    log.forget((_, service) => service === name);
    log.gone({ key: name, service: name, name: "gone", data: { service: name } });
  }

  return {
    begin: () => {
      isOpen = true;
      unwatch = orchestrator.watchRemovals(check);
      for (const each of seen.values()) follow(each);
      checkNow();
    },
    end: () => {
      isOpen = false;
      unwatch();
      cancel?.();
      cancel = undefined;
      // The observed state is kept, so that returning watchers get only the changes since then.
      for (const each of seen.values()) each.unwatch();
    },
    /** Schedules a check for added and removed instances. */
    check,
  };
}

function writeChanges(seen: Seen, log: EventLog): void {
  const { instance } = seen;
  writeNodes(seen, log);
  writePlans(seen, log);
  const ids = instance.allNodes.ids();
  const running = ids.filter((id) => instance.allNodes.get(id)?.state === "running").length;
  const plans = Object.fromEntries(instance.plans.names().map((name) => [name, instance.plans.get(name)?.status]));
  const { name } = instance;
  const data = { service: name, ...serviceInfo(instance), nodes: { count: ids.length, running }, plans };
  log.set({ key: name, service: name, name: "instance", data });
}

function writeNodes({ instance, nodes }: Seen, log: EventLog): void {
  const service = instance.name;
  const keyOf = (node: string) => `${service}/nodes/${node}`;
  const target = instance.configurations.target().id;
  const ids = new Set(instance.allNodes.ids());
  for (const id of ids) {
    const view = instance.allNodes.get(id);
    const known = nodes.get(id);
    if (!view || (known?.view === view && known.target === target)) continue;
    nodes.set(id, { view, target });
    log.set({ key: keyOf(id), service, name: "node", data: { service, ...shownNode(instance, view) } });
  }
  for (const id of [...nodes.keys()]) {
    if (ids.has(id)) continue;
    nodes.delete(id);
    log.gone({ key: keyOf(id), service, name: "gone", data: { service, node: id } });
  }
}

/** Watchers identify steps by their position, so a plan's event contains the number of steps in each phase. */
function writePlans({ instance, plans }: Seen, log: EventLog): void {
  const service = instance.name;
  const keyOf = (plan: string) => `${service}/plans/${plan}`;
  const names = new Set(instance.plans.names());
  for (const name of names) {
    const plan = instance.plans.get(name);
    const before = plans.get(name);
    if (!plan || plan === before) continue;
    plans.set(name, plan);
    const key = keyOf(name);
    for (const [at, phase] of plan.phases.entries()) {
      const known = before?.phases[at];
      if (known === phase) continue;
      for (const [index, step] of phase.steps.entries()) {
        if (known?.steps[index] === step) continue;
        const data = { service, plan: name, phase: at, index, step };
        log.set({ key: `${key}/${at}/${index}`, service, name: "step", data });
      }
    }
    if (before && isShorter(plan, before)) forgetSteps(log, key, plan);
    // The plan's event follows the events of its steps, so that a watcher never sees a complete plan with an incomplete step.
    const phases = plan.phases.map(({ steps, ...phase }) => ({ ...phase, steps: steps.length }));
    log.set({ key, service, name: "plan", data: { service, plan: name, ...plan, phases } });
  }
  for (const name of [...plans.keys()]) {
    if (names.has(name)) continue;
    plans.delete(name);
    log.forget((key) => key.startsWith(`${keyOf(name)}/`));
    log.gone({ key: keyOf(name), service, name: "gone", data: { service, plan: name } });
  }
}

function isShorter(plan: Plan, before: Plan): boolean {
  return before.phases.some((phase, at) => (plan.phases[at]?.steps.length ?? 0) < phase.steps.length);
}

function forgetSteps(log: EventLog, key: string, plan: Plan): void {
  log.forget((each) => {
    if (!each.startsWith(`${key}/`)) return false;
    const [at = 0, index = 0] = each
      .slice(key.length + 1)
      .split("/")
      .map(Number);
    return index >= (plan.phases[at]?.steps.length ?? 0);
  });
}

import { ROLLING_RESTART } from "@reeve/scheduler-models";
import { nodeIdsOf } from "../pod-specs.ts";
import { isSame, knowsPeers, targetSpecs } from "./configurations.ts";
import type { InstanceState, Machine, NodeRun, PlanRun } from "./machine.ts";
import { installPlan, type PhaseDraft, type StepDraft } from "./plan-run.ts";
import { isPlanComplete } from "./step.ts";

/** Makes the plan that updates the nodes that differ from the target, beginning with those that an earlier plan left unfinished. */
export function makeDeployPlan(machine: Machine): PlanRun {
  const { state } = machine;
  const before = state.plans.get("deploy");
  if (before && isPlanComplete(before)) state.record.deployed = true;
  const left = new Set([...(before?.active ?? []), ...(before?.failed ?? [])].flatMap(({ node }) => node ?? []));
  const staying = [...state.nodes.values()].filter(({ record }) => record.leaving === undefined);
  const differing = staying.filter((node) => left.has(node) || differs(machine, node));
  const isBroken = (node: NodeRun) => node.record.state !== "paused" && (left.has(node) || state.down.has(node));
  const first = new Set(differing.filter(isBroken));
  const ordered = [...first, ...differing.filter((node) => !first.has(node))];
  const urgent = new Set([...first].map(({ record }) => record.id));
  return installPlan(machine, {
    name: "deploy",
    strategy: "serial",
    phases: phasesOf(machine, ordered),
    urgent: ({ action }) => action.type === "update" && urgent.has(action.node),
  });
}

/** Whether the node's current or next launch differs from the target configuration, or uses outdated addresses of the node's peers. */
function differs(machine: Machine, node: NodeRun): boolean {
  const { state } = machine;
  const { record } = node;
  const isTarget = (configuration: string | undefined) => isSame(state, record.podType, configuration, state.record.target);
  return (
    !isTarget(record.configuration) ||
    (record.operation !== undefined && !isTarget(record.operation.configuration)) ||
    !knowsPeers(machine, node)
  );
}

/**
 * Makes the steps in which nodes leave. They come after all other changes, and the node with the highest index leaves first. If the
 * definition contains a leaving node again, that node joins as a new node after its departure.
 */
function departure({ state }: Machine): { readonly leave: readonly StepDraft[]; readonly again: readonly StepDraft[] } {
  const { target } = state.record;
  const leaving = [...state.nodes.values()].filter(({ record }) => record.leaving !== undefined);
  const wanted = new Set(targetSpecs(state).flatMap(nodeIdsOf));
  const leave = leaving
    .sort((a, b) => b.record.index - a.record.index)
    .map(({ record: { id } }): StepDraft => ({ name: `leave ${id}`, action: { type: "leave", node: id } }));
  const again = leaving.filter(({ record }) => wanted.has(record.id)).map((node) => updateStep(node, target));
  return { leave, again };
}

/**
 * Returns the phases for each kind of service, as the API documents show them. Nodes leave in the last phase: in an update of brokers, in
 * the deployment of a database, and in the phase of a file system's data nodes, because only these can leave.
 */
function phasesOf(machine: Machine, nodes: readonly NodeRun[]): readonly PhaseDraft[] {
  const { state } = machine;
  const { definition, target } = state.record;
  const steps = (some: readonly NodeRun[]) => some.map((node) => updateStep(node, target));
  // The API does not show the nodes that are internal to the engine, and their updates never wait for an operator's decision.
  const own = nodes.filter(({ record }) => !state.internal.has(record.podType));
  const internal = steps(nodes.filter((node) => !own.includes(node)));
  const { leave, again } = departure(machine);
  const strategy = joinsTogether(machine) ? "parallel" : "serial";
  switch (definition.kind) {
    case "broker": {
      const update = phase(`Update to: ${target}`, [...staged(state, [...steps(own), ...leave]), ...again]);
      return [reconciliation(internal), { ...update, strategy }];
    }
    case "wide-column":
      return [
        reconciliation(internal),
        // The API document requires this phase. It is empty, because an instance has only one data center.
        phase("Sync Datacenter", []),
        { ...phase("Deploy", [...steps(own), ...leave, ...again]), strategy },
      ];
    case "file-system": {
      const types = targetSpecs(state).filter(({ type }) => !state.internal.has(type));
      const perType = types.map(({ type }, at) => {
        const changes = steps(own.filter(({ record }) => record.podType === type));
        return phase(type, at === types.length - 1 ? [...changes, ...leave, ...again] : changes);
      });
      return internal.length > 0 ? [reconciliation(internal), ...perType] : perType;
    }
  }
}

/** Whether the nodes may be launched at the same time: the engine allows it, and none of them was ever launched. */
function joinsTogether({ joinsTogether, state }: Machine): boolean {
  const isNew = ({ record: { configuration, operation } }: NodeRun) => configuration === undefined && operation === undefined;
  return joinsTogether && state.record.deployed !== true && [...state.nodes.values()].every(isNew);
}

/**
 * Makes the Reconciliation phase, which the API documents require. Its visible step does nothing, because running tasks are compared with
 * the state before any plan begins. Hidden steps before it update the internal nodes.
 */
function reconciliation(internal: readonly StepDraft[]): PhaseDraft {
  const hidden = internal.map((step): StepDraft => ({ ...step, hidden: true }));
  return phase("Reconciliation", [...hidden, { name: "Reconciliation", action: { type: "reconcile" } }]);
}

function phase(name: string, steps: readonly StepDraft[]): PhaseDraft {
  return { name, strategy: "serial", steps };
}

function updateStep({ record: { id } }: NodeRun, configuration: string): StepDraft {
  return { name: id, action: { type: "update", node: id, configuration } };
}

/** With STAGE, the first two steps of an update, each for a node, wait for `continue`. The first deployment never waits. */
function staged({ record }: InstanceState, steps: readonly StepDraft[]): readonly StepDraft[] {
  if (!record.deployed || strategyOf(record) !== "STAGE") return steps;
  return steps.map((step, index) => (index < 2 ? { ...step, decision: "open" } : step));
}

/** Whether operators cannot control a plan: in the broker's first two revisions, none under INSTALL, and never the recovery plan. */
export function isUncontrolled({ record }: InstanceState, plan: string): boolean {
  const { definition } = record;
  if (definition.kind !== "broker" || definition.revision === "R3") return false;
  // These plans are not part of the API documents, so no revision restricts their commands.
  if (plan === "partitions" || plan === ROLLING_RESTART) return false;
  return strategyOf(record) === "INSTALL" || plan === "recovery";
}

/** The broker's setting PHASE_STRATEGY; undefined for other kinds of services. */
function strategyOf({ definition }: InstanceState["record"]): "INSTALL" | "STAGE" | undefined {
  return definition.kind === "broker" ? definition.settings.PHASE_STRATEGY : undefined;
}

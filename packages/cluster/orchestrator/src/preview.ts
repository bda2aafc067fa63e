import { type DeploymentPreview, fieldDifferences, type PodSpec, type PreviewedPhase, type PreviewedStep } from "@reeve/scheduler-models";
import { configurationOf, prepare } from "./carry-out.ts";
import type { InstanceDemand } from "./deployment.ts";
import { previewChange } from "./host/host.ts";
import { isSame, knowsPeers } from "./machine/configurations.ts";
import { adoptDefinition, configure } from "./machine/configure.ts";
import { nodesToIdentify } from "./machine/identities.ts";
import type { InstanceState, Machine, NodeRun, PlanRun, StepRun } from "./machine/machine.ts";
import { workUnderWay } from "./machine/maintenance.ts";
import { doing } from "./machine/node.ts";
import { leavesData } from "./machine/operation.ts";
import { stepsOfPlan } from "./machine/plan-run.ts";
import { isPlanComplete } from "./machine/step.ts";
import type { Managed } from "./managed.ts";
import type { Identity } from "./runtime.ts";

/** Determines what a deployment would do: it is made in a copy of the instance's state, and the resulting plan is described. */
export function deploymentPreviewOf(managed: Managed, demand: InstanceDemand): DeploymentPreview {
  const host = managed.hosts.get(demand.name);
  const state = host?.machine.state;
  if (demand.change === "removed") return removal(demand.name, state);
  if (!("definition" in demand)) return { ...NOTHING, unaffected: state?.nodes.size ?? 0 };
  if (!host || !state) return described(prepare(managed, demand).machine, undefined);
  const { definition, podSpecs } = demand;
  const fields = fieldDifferences(state.record.definition, definition);
  const differing = fields.length > 0 || !podSpecs ? fields : [{ path: "the content of secrets" }];
  return previewChange(host, (machine) => {
    if (!podSpecs) {
      adoptDefinition(machine, definition);
      return { ...NOTHING, fields, unaffected: machine.state.nodes.size };
    }
    configure(machine, configurationOf(managed, definition, podSpecs), identitiesOfNew(state, podSpecs));
    return { ...described(machine, state), fields: differing };
  });
}

/** Stand-ins for the addresses of new nodes, which the runtime assigns only in the deployment. */
function identitiesOfNew(state: InstanceState, podSpecs: readonly PodSpec[]): ReadonlyMap<string, Identity> {
  const unknown = nodesToIdentify(state, podSpecs).filter(({ had }) => had === undefined);
  return new Map(unknown.map(({ node, ports }) => [node, { host: node, ports: Object.fromEntries(ports.map(({ name }) => [name, 1])) }]));
}

const NOTHING: DeploymentPreview = { fields: [], phases: [], unaffected: 0, waits: [], irreversible: [] };

function removal(name: string, state: InstanceState | undefined): DeploymentPreview {
  const steps = [...(state?.nodes.keys() ?? [])].map((node): PreviewedStep => ({ node, action: "leave" }));
  return {
    ...NOTHING,
    phases: [{ name: "Removal", strategy: "parallel", steps }],
    irreversible: [`${name} is deleted, with all of its data`],
  };
}

/** Describes the plan of a machine that has been configured. `before` is the state before that. */
function described(machine: Machine, before: InstanceState | undefined): DeploymentPreview {
  const plan = machine.state.plans.get("deploy");
  if (!plan) return NOTHING;
  const phases = plan.phases.flatMap(({ record: { name, strategy }, steps }): readonly PreviewedPhase[] => {
    const shown = steps.flatMap((step) => previewedStep(machine, step));
    // The configuration does not exist yet, so its id means nothing.
    const title = name.replace(` to: ${machine.state.record.target}`, "");
    return shown.length > 0 ? [{ name: title, strategy, steps: shown }] : [];
  });
  const affected = new Set(phases.flatMap(({ steps }) => steps.map(({ node }) => node)));
  return {
    ...NOTHING,
    phases,
    unaffected: machine.state.nodes.size - affected.size,
    waits: affected.size === 0 ? [] : waitsOf(machine.state, plan, phases, before),
    irreversible: irreversibleOf(machine, plan),
  };
}

function previewedStep(machine: Machine, { record: { action }, node }: StepRun): readonly PreviewedStep[] {
  if (!node) return [];
  const { id } = node.record;
  if (action.type === "leave") return [{ node: id, action: "leave" }];
  if (action.type !== "update") return [];
  const { configuration, podType, leaving } = node.record;
  if (configuration === undefined || leaving !== undefined) return [{ node: id, action: "start" }];
  if (!isSame(machine.state, podType, configuration, action.configuration)) return [{ node: id, action: "restart", because: "settings" }];
  return [knowsPeers(machine, node) ? { node: id, action: "wait" } : { node: id, action: "restart", because: "peers" }];
}

function waitsOf(
  state: InstanceState,
  plan: PlanRun,
  phases: readonly PreviewedPhase[],
  before: InstanceState | undefined,
): readonly string[] {
  const steps = phases.flatMap((phase) => phase.steps);
  const undecided = stepsOfPlan(plan).flatMap(({ record, node }) => (record.decision === "open" && node ? [node] : []));
  const others = [...state.down].filter((node) => !steps.some((step) => step.node === node.record.id));
  const paused = steps.flatMap((step) => {
    const node = state.nodes.get(step.node);
    return node?.record.state === "paused" && step.action !== "leave" ? [node] : [];
  });
  const work = before && workUnderWay(before);
  const current = before?.plans.get("deploy");
  return [
    ...(current && !isPlanComplete(current)
      ? ["This replaces the current rollout, also if it is interrupted. A node that is getting ready is not stopped before it is ready."]
      : []),
    ...(work ? [`No running node is stopped before the plan ${work.phase.plan.record.name} has ended.`] : []),
    ...others.map((node) => `No node is stopped while ${node.record.id} ${doing(node)}.`),
    ...paused.map((node) => `${node.record.id} ${doing(node)}. Its step waits for that.`),
    ...(undecided.length > 0 ? [`${namesOf(undecided)}: each waits until you continue the plan, because PHASE_STRATEGY is STAGE.`] : []),
    ...(phases.length > 1 ? ["Each phase waits until the phase before it is complete."] : []),
    ...(phases.some((phase) => phase.strategy === "serial" && phase.steps.length > 1)
      ? ["Each step waits until the node before it is ready."]
      : []),
    ...(steps.some(({ action }) => action === "restart")
      ? ["A running node is stopped only when all data stays available without it."]
      : []),
  ];
}

function irreversibleOf(machine: Machine, plan: PlanRun): readonly string[] {
  const steps = stepsOfPlan(plan);
  const leaving = steps.flatMap(({ record, node }) => (record.action.type === "leave" && node ? [node] : []));
  const losing = steps.flatMap(({ record: { action }, node }) =>
    action.type === "update" && node && leavesData(machine, node, action.configuration) ? [node] : [],
  );
  const [leave, data, their] = leaving.length === 1 ? ["leaves", "its data", "its volumes"] : ["leave", "their data", "their volumes"];
  return [
    ...(leaving.length > 0 ? [`${namesOf(leaving)} ${leave} for good: once ${data} has moved to other nodes, ${their} are deleted.`] : []),
    ...(losing.length > 0 ? [`${namesOf(losing)}: a volume with data is no longer used after the restart.`] : []),
  ];
}

const namesOf = (nodes: readonly NodeRun[]) => nodes.map(({ record }) => record.id).join(", ");

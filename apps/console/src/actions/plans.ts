import { brokerApi } from "@reeve/broker-models";
import type { AnyOperation } from "@reeve/contract";
import { type Phase, type Plan, ROLLING_RESTART, rollingRestart, type Step } from "@reeve/scheduler-models";
import { canList, kindApis } from "../state/calls.ts";
import type { InstanceInfo } from "../state/cluster.ts";
import { type Action, actionOn } from "./action.ts";

/** The name of the plan that moves partitions. It has operations of its own. */
export const MOVES = "partitions";

/** Plans without a Start button: the service starts `deploy` and `recovery` itself, and the actions on partitions start the moves. */
const OWN_PLANS: ReadonlySet<string> = new Set(["deploy", "recovery", MOVES, ROLLING_RESTART]);

/** A control of a plan or of one of its steps. */
type Control = Pick<Action, "label" | "title" | "about"> & { readonly verb: string };

/** The controls of a whole plan. */
export function planActions(info: InstanceInfo, name: string, { status }: Pick<Plan, "status">): readonly Action[] {
  if (status !== "COMPLETE") return actionsOf(info, name, controlsOf(name));
  return OWN_PLANS.has(name) ? [] : actionsOf(info, name, [startOf(name)]);
}

/** The action that restarts all nodes, one after another. */
export function restartAllActions(info: InstanceInfo): readonly Action[] {
  return actionOn(info, rollingRestart.start, {
    label: "Restart all",
    title: `Restart all nodes of ${info.service}`,
    about: rollingRestart.start.about,
  });
}

/** The controls of a step that is not complete. */
export function stepActions(
  info: InstanceInfo,
  name: string,
  phase: Pick<Phase, "name">,
  step: Pick<Step, "name" | "status">,
): readonly Action[] {
  if (step.status === "COMPLETE" || name === MOVES || name === ROLLING_RESTART) return [];
  return actionsOf(info, name, stepControls(step.name), { phase: phase.name, step: step.name });
}

function actionsOf(info: InstanceInfo, name: string, controls: readonly Control[], more: object = {}) {
  const { verbs, input } = controlled(info, name);
  return controls.flatMap(({ verb, ...control }) => actionOn(info, verbs[verb], { ...control, input: { ...input, ...more } }));
}

function startOf(name: string): Control {
  return { verb: "start", label: "Start", title: `Start ${name}`, about: "The plan begins again, with all of its steps." };
}

function controlsOf(name: string): readonly Control[] {
  const stop =
    name === MOVES
      ? "Current moves are cancelled. Partitions that have moved stay where they are, and every partition keeps all of its replicas."
      : "The plan ends, and its progress is discarded.";
  return [
    { verb: "continue", label: "Continue", title: `Continue ${name}`, about: "The plan resumes at the next pending step." },
    {
      verb: "interrupt",
      label: "Interrupt",
      title: `Interrupt ${name}`,
      about: "Steps in progress end, and no further step begins until the plan is continued.",
    },
    // Recovery never ends, so it cannot be stopped.
    ...(name === "recovery" ? [] : [{ verb: "stop", label: "Stop", title: `Stop ${name}`, about: stop }]),
  ];
}

function stepControls(step: string): readonly Control[] {
  return [
    { verb: "restart", label: "restart", title: `Restart the step ${step}`, about: "The step is repeated from its beginning." },
    {
      verb: "forceComplete",
      label: "complete",
      title: `Complete the step ${step}`,
      about: "The step counts as complete without a check of its node. This helps if a single node is stuck.",
    },
  ];
}

/**
 * The operations that control a plan, by verb, and their input. In revisions with only one plan, the controls take no plan name: the
 * database's controls act on the running plan, the others on `deploy`.
 */
function controlled(info: InstanceInfo, name: string): { readonly verbs: Verbs; readonly input: object } {
  if (name === MOVES) return { verbs: brokerApi.operations.partitions, input: {} };
  if (name === ROLLING_RESTART) return { verbs: rollingRestart, input: {} };
  const verbs: Verbs = kindApis[info.kind].operations.plans;
  if (canList(info, "plan")) return { verbs, input: { plan: name } };
  const isMeant = info.kind === "wide-column" ? name !== "recovery" : name === "deploy";
  return { verbs: isMeant ? verbs : {}, input: {} };
}

type Verbs = Readonly<Record<string, AnyOperation>>;

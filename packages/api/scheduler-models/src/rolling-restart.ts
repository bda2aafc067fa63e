import { about, operation, type Schema, text } from "@reeve/contract";
import * as v from "valibot";
import { controlAnswer } from "./control-result.ts";
import { ownPlanAnswer } from "./plan-answer.ts";

// The rolling restart, which only the Reeve service has. It exists for every kind of service and in every revision.

/** The name of the plan that restarts nodes one after another. */
export const ROLLING_RESTART = "rolling-restart";

/** Selects the nodes to restart; default: all nodes. */
export interface RollingRestartInput {
  /** Only nodes of this type, such as broker or data (default: nodes of all types). */
  readonly type?: string;
}

const RollingRestartInput: Schema<RollingRestartInput, RollingRestartInput> = v.strictObject({
  type: about(
    "only nodes of this type, such as broker or data (default: nodes of all types)",
    v.exactOptional(text("a type of nodes such as broker or data", /^[a-z][\w-]{0,100}$/)),
    { names: "node-type" },
  ),
});

const showRollingRestart = operation({
  summary: "Show the rolling restart",
  effect: "read",
  output: ownPlanAnswer,
  routes: { "*": `GET {reeve}/plans/${ROLLING_RESTART}` },
});

export const startRollingRestart = operation({
  summary: "Restart all nodes, one after another",
  about:
    "A node is only stopped when the engine allows it and no other node is down, and the next one waits until it is ready. Paused nodes and nodes that are leaving are left out.",
  effect: "change",
  verifiedBy: "rollingRestart.show",
  wait: { by: "plan", plan: ROLLING_RESTART, read: showRollingRestart, done: "the nodes have been restarted and are back" },
  input: RollingRestartInput,
  output: ownPlanAnswer,
  routes: { "*": "POST {reeve}/rolling-restart?type={type}" },
  example: {},
});

/** The operations on the rolling restart, by verb. */
export const rollingRestart = {
  start: startRollingRestart,
  show: showRollingRestart,
  continue: operation({
    summary: "Continue the rolling restart",
    effect: "change",
    verifiedBy: "rollingRestart.show",
    output: controlAnswer,
    routes: { "*": `POST {reeve}/plans/${ROLLING_RESTART}/continue` },
  }),
  interrupt: operation({
    summary: "Pause the rolling restart after the current node",
    about: "It then waits until it is continued.",
    effect: "change",
    verifiedBy: "rollingRestart.show",
    output: controlAnswer,
    routes: { "*": `POST {reeve}/plans/${ROLLING_RESTART}/interrupt` },
  }),
  stop: operation({
    summary: "End the rolling restart after the current node",
    about: "The plan is removed; nodes that were restarted need nothing.",
    effect: "change",
    verifiedBy: "rollingRestart.show",
    output: controlAnswer,
    routes: { "*": `POST {reeve}/plans/${ROLLING_RESTART}/stop` },
  }),
} as const;

import { operation } from "@reeve/contract";
import { controlAnswer, ownPlanAnswer } from "@reeve/scheduler-models";

// The plan that moves partitions, and its controls.

export const showMoves = operation({
  summary: "Show the plan that moves partitions",
  effect: "read",
  output: ownPlanAnswer,
  routes: { "*": "GET {reeve}/plans/partitions" },
});

export const continueMoves = operation({
  summary: "Continue to move partitions, or retry moves that have failed",
  effect: "change",
  verifiedBy: "partitions.show",
  output: controlAnswer,
  routes: { "*": "POST {reeve}/plans/partitions/continue" },
});

export const interruptMoves = operation({
  summary: "Pause after the current moves",
  about: "The plan then waits until it is continued.",
  effect: "change",
  verifiedBy: "partitions.show",
  output: controlAnswer,
  routes: { "*": "POST {reeve}/plans/partitions/interrupt" },
});

export const stopMoves = operation({
  summary: "Stop moving partitions and cancel the current moves",
  about: "Partitions that have moved stay where they are, and every partition keeps all of its replicas.",
  effect: "change",
  verifiedBy: "partitions.show",
  output: controlAnswer,
  routes: { "*": "POST {reeve}/plans/partitions/stop" },
});

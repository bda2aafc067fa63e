import { operation } from "@reeve/contract";
import { ANY_PLAN, allPlans, inspectPlan, planOperations, SEEN_ON_NEWER_SERVERS } from "@reeve/scheduler-models";

const extensions = { V1: SEEN_ON_NEWER_SERVERS };
const step = { example: { plan: "deploy", phase: "data", step: "data-1" }, extensions } as const;

export const listFileSystemPlans = operation({ ...planOperations.list, routes: { V1: "GET /plans" } });

export const showFileSystemPlan = operation({ ...planOperations.show, routes: { V1: "GET /plans/{plan}", V2: "GET /plans/deploy" } });

export const interruptFileSystemPlan = operation({
  ...planOperations.interrupt,
  routes: { V1: "POST /plans/{plan}/interrupt?phase={phase}", V2: "POST /plans/deploy/interrupt?phase={phase}" },
  extensions: { V1: ANY_PLAN },
});

export const continueFileSystemPlan = operation({
  ...planOperations.continue,
  routes: { V1: "PUT /plans/{plan}/continue?phase={phase}", V2: "PUT /plans/deploy/continue?phase={phase}" },
  extensions: { V1: ANY_PLAN },
});

export const forceCompleteFileSystemStep = operation({
  ...planOperations.forceComplete,
  ...step,
  routes: { V1: "POST /plans/{plan}/forceComplete?phase={phase}&step={step}" },
});

export const restartFileSystemStep = operation({
  ...planOperations.restart,
  ...step,
  routes: { V1: "POST /plans/{plan}/restart?phase={phase}&step={step}" },
});

export const startFileSystemPlan = operation({ ...planOperations.start, routes: { V1: "POST /plans/{plan}/start" }, extensions });

export const stopFileSystemPlan = operation({ ...planOperations.stop, routes: { V1: "POST /plans/{plan}/stop" }, extensions });

/** The operations on plans, by verb. */
export const fileSystemPlanOperations = {
  list: listFileSystemPlans,
  show: showFileSystemPlan,
  all: allPlans,
  inspect: inspectPlan,
  continue: continueFileSystemPlan,
  interrupt: interruptFileSystemPlan,
  forceComplete: forceCompleteFileSystemStep,
  restart: restartFileSystemStep,
  start: startFileSystemPlan,
  stop: stopFileSystemPlan,
} as const;

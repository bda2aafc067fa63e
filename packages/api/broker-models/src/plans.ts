import { operation } from "@reeve/contract";
import { ANY_PLAN, allPlans, inspectPlan, planOperations, SEEN_ON_NEWER_SERVERS } from "@reeve/scheduler-models";
import { activePlan } from "./active-plan.ts";

const extensions = { R3: SEEN_ON_NEWER_SERVERS };

/** In R1 and R2, plan commands have an effect only if PHASE_STRATEGY is STAGE. */
const STAGED = "In R1 and R2, this has an effect only if PHASE_STRATEGY is STAGE.";

export const listBrokerPlans = operation({ ...planOperations.list, routes: { R3: "GET /plans" } });

export const showBrokerPlan = operation({ ...planOperations.show, routes: { R1: "GET /plan", R2: "GET /plan", R3: "GET /plans/{plan}" } });

export const continueBrokerPlan = operation({
  ...planOperations.continue,
  about: `${planOperations.continue.about} ${STAGED}`,
  routes: {
    R1: "GET /plan/continue?phase={phase}",
    R2: "GET /plan/continue?phase={phase}",
    R3: "PUT /plans/{plan}/continue?phase={phase}",
  },
  extensions: { R3: ANY_PLAN },
});

export const interruptBrokerPlan = operation({
  ...planOperations.interrupt,
  about: `${planOperations.interrupt.about} ${STAGED}`,
  routes: {
    R1: "GET /plan/interrupt?phase={phase}",
    R2: "GET /plan/interrupt?phase={phase}",
    R3: "POST /plans/{plan}/interrupt?phase={phase}",
  },
  extensions: { R3: ANY_PLAN },
});

export const forceCompleteBrokerStep = operation({
  ...planOperations.forceComplete,
  routes: {
    R1: "GET /plan/forceComplete?phase={phase}&block={step}",
    R3: "POST /plans/{plan}/forceComplete?phase={phase}&step={step}",
  },
  extensions,
});

export const restartBrokerStep = operation({
  ...planOperations.restart,
  routes: {
    R1: "GET /plan/restart?phase={phase}&block={step}",
    R3: "POST /plans/{plan}/restart?phase={phase}&step={step}",
  },
  extensions,
});

export const startBrokerPlan = operation({ ...planOperations.start, routes: { R3: "POST /plans/{plan}/start" }, extensions });

export const stopBrokerPlan = operation({ ...planOperations.stop, routes: { R3: "POST /plans/{plan}/stop" }, extensions });

/** The operations on plans, by verb. */
export const brokerPlanOperations = {
  list: listBrokerPlans,
  show: showBrokerPlan,
  all: allPlans,
  inspect: inspectPlan,
  active: activePlan,
  continue: continueBrokerPlan,
  interrupt: interruptBrokerPlan,
  forceComplete: forceCompleteBrokerStep,
  restart: restartBrokerStep,
  start: startBrokerPlan,
  stop: stopBrokerPlan,
} as const;

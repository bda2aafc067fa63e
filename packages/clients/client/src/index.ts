export type { CallOptions } from "@reeve/transport";
export { createClient } from "./client.ts";
export type { Client, ServiceTraits } from "./core.ts";
export type { CallByDeclaration, ClientDescription } from "./description.ts";
export { callOperation, closeClient, describeClient, revisionOf } from "./description.ts";
export type { EventsAnswer, EventsInput, ServiceEvent } from "./events.ts";
export { awaitEvents, readEvents } from "./events.ts";
export type { ExtrasOf, Method, MethodOf, MethodsOf, NoFields, PromisedAnswer } from "./method.ts";
export { type ClientOptions, callOptions } from "./options.ts";
export type { RawAnswer } from "./raw-answer.ts";
export { byPlan } from "./waiting/by-plan.ts";
export type { ChangeEvents, Changes } from "./waiting/changes.ts";
export { planChangeEvents, serviceChanges, withChanges } from "./waiting/changes.ts";
export type { CompletionOptions, Observation, Watcher } from "./waiting/completion.ts";
export { allOf, waitForCompletion } from "./waiting/completion.ts";
export type { HasNodes, NodeWaits } from "./waiting/node-waits.ts";
export { nodeWaits } from "./waiting/node-waits.ts";
export type { PlanSource } from "./waiting/plan-source.ts";
export { ownPlanSource, planSource, showOwnPlan } from "./waiting/plan-source.ts";
export type { PlanWaitOptions, PlanWaits, ShowsPlans } from "./waiting/plan-waits.ts";
export { planWaits, waitForPlan, watchPlan } from "./waiting/plan-waits.ts";
export type {
  ExtraCheck,
  ListsPods,
  NodeProgress,
  NodesInput,
  OneByOneOptions,
  PodWaits,
} from "./waiting/pod-waits.ts";
export { listIn, oneByOne, podWaits } from "./waiting/pod-waits.ts";
export type { Outage, PollLimits, PollOptions, PollResult, WaitOptions } from "./waiting/poll.ts";
export { poll } from "./waiting/poll.ts";
export { recoveries } from "./waiting/recover-pod.ts";
export type { Outcome, RolloutProgress, RolloutState, RolloutStep } from "./waiting/rollout.ts";
export { followRollout, outcomeError, outcomeOf, rolloutState } from "./waiting/rollout.ts";
export type { Time } from "./waiting/time.ts";

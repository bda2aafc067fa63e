import type { Instance } from "@reeve/orchestrator";
import { ROLLING_RESTART, type RollingRestartInput } from "@reeve/scheduler-models";
import type { HttpAnswer } from "../http/message.ts";
import type { Asked } from "./handlers.ts";
import { answerWithPlan, control } from "./plans.ts";

const where = { plan: ROLLING_RESTART };

/** The operations on the rolling restart, for all kinds of service. */
export const rollingRestartHandlers = {
  start: (instance: Instance, { type }: RollingRestartInput): HttpAnswer => {
    instance.plans.restartNodes(type);
    return answerWithPlan(instance, ROLLING_RESTART, "newest");
  },
  show: (instance: Instance): HttpAnswer => answerWithPlan(instance, ROLLING_RESTART, "newest"),
  continue: (instance: Instance, _: unknown, { revision }: Asked): HttpAnswer =>
    control(instance, "continue", where, revision),
  interrupt: (instance: Instance, _: unknown, { revision }: Asked): HttpAnswer =>
    control(instance, "interrupt", where, revision),
  stop: (instance: Instance, _: unknown, { revision }: Asked): HttpAnswer => control(instance, "stop", where, revision),
} as const;

import { about, maybe, resource, type Schema } from "@reeve/contract";
import * as v from "valibot";
import type { Status } from "./step-status.ts";

/** One step of a rollout: the work on one node. */
export interface Step {
  readonly id: string;
  readonly name: string;
  readonly status: Status;
  readonly message: string;
  /** Why the step waits or failed, or what it is doing, if the server reports this besides the message. */
  readonly reason?: string | null;
  /**
   * What the step does and why, if the names of the step and its phase do not show it. Only the Reeve service sends this, in the recovery
   * plan.
   */
  readonly purpose?: string;
  /** The start and end times (ISO 8601, UTC), if the server records them. */
  readonly started_at?: string | null;
  readonly completed_at?: string | null;
}

/** Steps of the same kind, such as all nodes of one type. */
export interface Phase {
  readonly id: string;
  readonly name: string;
  readonly status: Status;
  readonly strategy?: string;
  readonly steps: readonly Step[];
  readonly started_at?: string | null;
  readonly completed_at?: string | null;
}

/** A rollout in the same form for every revision. */
export interface Plan {
  readonly phases: readonly Phase[];
  readonly errors: readonly unknown[];
  readonly status: Status;
  readonly strategy?: string;
  readonly started_at?: string | null;
  readonly completed_at?: string | null;
}

const times = {
  started_at: about("start time (ISO 8601, UTC), if the server records it", maybe(v.string())),
  completed_at: about("end time (ISO 8601, UTC), if the server records it", maybe(v.string())),
};

const common = {
  id: about("a UUID", v.string()),
  name: v.string(),
  status: about("such as PENDING, IN_PROGRESS, WAITING, COMPLETE or ERROR", v.string()),
};

/** The field `reason`, which the Reeve service adds to the documented fields. */
export const reason = about("why the step waits or failed, if the server reports a reason besides the message", maybe(v.string()));

/** The purpose of a step, if its name does not show it. */
export const purpose = about(
  "what the step does and why, if the server reports it; set only for steps of the recovery plan",
  v.exactOptional(v.string()),
);

export const Step: Schema<Step> = resource("Step", "One step of a rollout: what happens to one node.", {
  ...common,
  message: about("what the step is doing, or why it waits or failed", v.string()),
  reason,
  purpose,
  ...times,
});

export const Phase: Schema<Phase> = resource("Phase", "Steps of a rollout that belong together.", {
  ...common,
  strategy: v.exactOptional(v.string()),
  steps: v.array(Step),
  ...times,
});

export const Plan: Schema<Plan> = resource("Plan", "A rollout: phases of steps.", {
  phases: v.array(Phase),
  errors: about("what went wrong, mostly as text", v.array(v.unknown())),
  status: about("the status of the whole plan", v.string()),
  strategy: about(
    "whether phases run one after another (serial) or at the same time (parallel), if the server reports it",
    v.exactOptional(v.string()),
  ),
  ...times,
});

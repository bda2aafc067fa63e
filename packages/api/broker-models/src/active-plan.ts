import { about, integer, maybe, object, operation, resource, type Schema } from "@reeve/contract";
import * as v from "valibot";

/** The block in progress. */
export interface ActiveBlock {
  readonly id: string;
  readonly name: string;
  readonly status: string;
  readonly message: string;
  readonly reason?: string | null;
  readonly has_decision_point?: boolean;
  readonly hasDecisionPoint?: boolean;
}

/** The phase in progress. */
export interface ActivePhase {
  readonly id: string;
  readonly name: string;
  readonly status: string;
  readonly block_count: number;
}

/** The rollout as a whole. */
export interface ActiveStage {
  readonly status: string;
  readonly errors: readonly unknown[];
  readonly phase_count: number;
}

/**
 * The rollout in progress as R1 sends it. The rollout as a whole is always present; `activeStage` returns it, whichever name the server
 * uses.
 */
export interface ActiveEntries {
  readonly block?: ActiveBlock;
  readonly phase?: ActivePhase;
  readonly stage?: ActiveStage;
  /** The name that some servers use for `stage`. */
  readonly plan?: ActiveStage;
}

const ActiveStage: Schema<ActiveStage> = object({ status: v.string(), errors: v.array(v.unknown()), phase_count: integer() });

const ActiveBlock: Schema<ActiveBlock> = object({
  id: v.string(),
  name: v.string(),
  status: v.string(),
  message: v.string(),
  reason: maybe(v.string()),
  has_decision_point: v.exactOptional(v.boolean()),
  hasDecisionPoint: v.exactOptional(v.boolean()),
});

const ActivePhase: Schema<ActivePhase> = object({ id: v.string(), name: v.string(), status: v.string(), block_count: integer() });

export const ActiveEntries: Schema<ActiveEntries> = v.pipe(
  resource("ActiveEntries", "The parts of the rollout that are active.", {
    block: about("the block in progress; absent while no rollout is active", v.exactOptional(ActiveBlock)),
    phase: about("the phase in progress; absent while no rollout is active", v.exactOptional(ActivePhase)),
    stage: about("the rollout as a whole; some servers send it in the field plan instead", v.exactOptional(ActiveStage)),
    plan: about("the field that some servers send instead of stage", v.exactOptional(ActiveStage)),
  }),
  v.check(({ stage, plan }) => stage !== undefined || plan !== undefined, "expected a stage"),
);

export const activePlan = operation({
  summary: "Show the active parts of the rollout",
  effect: "read",
  output: ActiveEntries,
  routes: { R1: "GET /plan/status" },
  instead: "plans.show",
});

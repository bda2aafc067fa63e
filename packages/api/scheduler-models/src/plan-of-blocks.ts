import { about, resource, type Schema } from "@reeve/contract";
import * as v from "valibot";
import { type Plan, purpose, reason, type Step } from "./plan.ts";

/** A step in R1, which calls it a block. Servers spell the flag for decision points in two ways; `isDecisionPoint` reads both. */
export interface Block extends Step {
  readonly hasDecisionPoint?: boolean;
  readonly has_decision_point?: boolean;
}

/** A phase in R1, whose steps are called blocks. */
export interface PhaseOfBlocks {
  readonly id: string;
  readonly name: string;
  readonly status: string;
  readonly blocks: readonly Block[];
}

/** A plan as R1 sends it. */
export interface PlanOfBlocks {
  readonly phases: readonly PhaseOfBlocks[];
  readonly errors: readonly unknown[];
  readonly status: string;
}

const flag = about("whether the rollout waits here for an operator", v.exactOptional(v.boolean()));
const common = { id: v.string(), name: v.string(), status: v.string() };

export const Block: Schema<Block> = resource("Block", "One step of a rollout, which R1 calls a block.", {
  ...common,
  message: v.string(),
  reason,
  purpose,
  hasDecisionPoint: flag,
  has_decision_point: flag,
});

export const PhaseOfBlocks: Schema<PhaseOfBlocks> = resource("PhaseOfBlocks", "Blocks that belong together.", {
  ...common,
  blocks: v.array(Block),
});

export const PlanOfBlocks: Schema<PlanOfBlocks> = resource("PlanOfBlocks", "A rollout as R1 shows it.", {
  phases: v.array(PhaseOfBlocks),
  errors: v.array(v.unknown()),
  status: v.string(),
});

/** Renames R1's blocks to steps. All other fields stay unchanged, even unknown fields. */
export function planOfSteps({ phases, ...plan }: PlanOfBlocks): Plan {
  return { ...plan, phases: phases.map(({ blocks, ...phase }) => ({ ...phase, steps: blocks })) };
}

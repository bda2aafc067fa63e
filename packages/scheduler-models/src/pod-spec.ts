import { integer, maybe, object, resource, type Schema } from "@reeve/contract";
import * as v from "valibot";
import { TaskSpec } from "./task-spec.ts";

/** One placement rule: it keeps pods of a type away from, or near to, pods of another. Rules of other kinds are kept as received. */
export interface TaskTypeRule {
  readonly "@type": string;
  readonly type?: string | null;
  readonly converter?: { readonly "@type": string } | null;
  readonly behavior?: "AVOID" | "COLOCATE" | (string & Record<never, never>) | null;
}

/** Where pods may run. An `AndRule` has `rules`; rules of other kinds have fields of their own. */
export interface PlacementRule {
  readonly "@type": string;
  readonly rules?: readonly TaskTypeRule[] | null;
}

/** All pods of one type: their number, and what each of them runs. */
export interface PodSpec {
  readonly type: string;
  readonly user?: string | null;
  readonly count: number;
  readonly container?: unknown;
  readonly uris: readonly string[];
  readonly "task-specs": readonly TaskSpec[];
  readonly "placement-rule"?: PlacementRule | null;
  /** Whether each pod gets an address of its own where the platform supports it, so that all can use fixed ports. */
  readonly "own-address"?: boolean | null;
}

const TaskTypeRule: Schema<TaskTypeRule> = object({
  "@type": v.string(),
  type: maybe(v.string()),
  converter: maybe(object({ "@type": v.string() })),
  behavior: maybe(v.string()),
});

const PlacementRule: Schema<PlacementRule> = resource("PlacementRule", "Where pods may run.", {
  "@type": v.string(),
  rules: maybe(v.array(TaskTypeRule)),
});

export const PodSpec: Schema<PodSpec> = resource("PodSpec", "All pods of one type: how many, and what each runs.", {
  type: v.string(),
  user: maybe(v.string()),
  count: integer(),
  container: maybe(v.unknown()),
  uris: v.array(v.string()),
  "task-specs": v.array(TaskSpec),
  "placement-rule": maybe(PlacementRule),
  "own-address": maybe(v.boolean()),
});

import { integer, maybe, object, resource, type Schema } from "@reeve/contract";
import * as v from "valibot";
import { TaskSpec } from "./task-spec.ts";

/** A placement rule that keeps pods of one type away from, or close to, pods of another type. Other rules are kept as received. */
export interface TaskTypeRule {
  readonly "@type": string;
  readonly type?: string | null;
  readonly converter?: { readonly "@type": string } | null;
  readonly behavior?: "AVOID" | "COLOCATE" | (string & Record<never, never>) | null;
}

/** Where pods may run. An `AndRule` has `rules`; other rules have other fields. */
export interface PlacementRule {
  readonly "@type": string;
  readonly rules?: readonly TaskTypeRule[] | null;
}

/** All pods of one type: their number and their tasks. */
export interface PodSpec {
  readonly type: string;
  readonly user?: string | null;
  readonly count: number;
  readonly container?: unknown;
  readonly uris: readonly string[];
  readonly "task-specs": readonly TaskSpec[];
  readonly "placement-rule"?: PlacementRule | null;
  /** Whether each pod gets its own address, if the platform supports this. All pods can then use the same fixed ports. */
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

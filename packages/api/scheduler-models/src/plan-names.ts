import type { Schema } from "@reeve/contract";
import * as v from "valibot";

/** The names of a service's plans. The deploy and recovery plans always exist. */
export type PlanNames = readonly string[];

export const PlanNames: Schema<PlanNames> = v.pipe(
  v.array(v.string()),
  v.title("PlanNames"),
  v.description("The names of the service's plans; `deploy` and `recovery` are always among them."),
);

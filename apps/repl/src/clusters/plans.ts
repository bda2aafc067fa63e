import { type CallOptions, callOperation } from "@reeve/client";
import { planOperation } from "@reeve/contract";
import type { Plan } from "@reeve/scheduler-models";
import type { ServiceInstance } from "./instance.ts";

/** Milliseconds to wait for the names of a service's plans. After that, only the deploy plan and the plans seen before are shown. */
const NAMES_WITHIN = 2_000;

/** All current plans of a service, by name. They are also stored for the prompt, so that the prompt agrees with `show plans`. */
export async function readPlans(instance: ServiceInstance, options: CallOptions): Promise<ReadonlyMap<string, Plan>> {
  const { api, client, names, seen } = instance;
  const listed = await names.of({ names: "plan", fallback: "deploy" }, NAMES_WITHIN);
  for (const name of new Set(["deploy", ...listed, ...seen.keys()])) {
    const answer = await callOperation(client, planOperation(api).operation, name === "deploy" ? {} : { plan: name }, options);
    seen.set(name, answer.read() as Plan);
  }
  return seen;
}

import { type CallOptions, callOperation } from "@reeve/client";
import type { Plan } from "@reeve/scheduler-models";
import type { Instance } from "./instance.ts";

/** Milliseconds to wait for the names of a service's plans; after that only its main plan is shown. */
const NAMES_WITHIN = 2_000;

/** Every current plan of a service, by name; cached for the prompt, so that it agrees with `show plans`. */
export async function readPlans(instance: Instance, options: CallOptions): Promise<ReadonlyMap<string, Plan>> {
  const { client, names, seen } = instance;
  const listed = await names.of("plan", NAMES_WITHIN);
  for (const name of new Set(["deploy", ...listed, ...seen.keys()])) {
    const answer = await callOperation(client, "plans.show", name === "deploy" ? {} : { plan: name }, options);
    seen.set(name, answer.read() as Plan);
  }
  return seen;
}

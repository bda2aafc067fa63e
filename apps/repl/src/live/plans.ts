import { type CallOptions, callOperation } from "@reeve/client";
import type { Plan } from "@reeve/scheduler-models";
import type { Instance } from "./instance.ts";

/** Milliseconds within which a service names its plans; afterwards only its main one is asked for. */
const NAMES_WITHIN = 2_000;

/** Every plan of a service as it is now, by name; remembered for the prompt, which so says what `show plans` says. */
export async function readPlans(instance: Instance, options: CallOptions): Promise<ReadonlyMap<string, Plan>> {
  const { client, names, seen } = instance;
  const listed = await names.of("plan", NAMES_WITHIN);
  for (const name of new Set(["deploy", ...listed, ...seen.keys()])) {
    const answer = await callOperation(client, "plans.show", name === "deploy" ? {} : { plan: name }, options);
    seen.set(name, answer.read() as Plan);
  }
  return seen;
}

import { type CallOptions, callOperation, type RolloutState, rolloutState } from "@reeve/client";
import { planOperation } from "@reeve/contract";
import type { Plan } from "@reeve/scheduler-models";
import { runInBackground } from "./background.ts";
import type { ServiceInstance } from "./instance.ts";
import type { ShellSession } from "./session.ts";

/** The word that the prompt shows for a rollout in each state. Nothing is shown for a complete rollout. */
const marks: Readonly<Record<RolloutState, string>> = { complete: "", running: "rolling out", waiting: "waiting", failed: "failed" };

/**
 * The parts of the prompt: the connection, the selected service, its revision and its unfinished rollouts. Unfinished rollouts of other
 * services follow with the service's name.
 */
export function promptOf(session: ShellSession): readonly string[] {
  const connection = session.current();
  if (!connection) return ["reeve"];
  const chosen = session.used();
  const own = chosen ? [chosen.service, chosen.knownRevision() ?? "", ...marksOf(chosen)] : [];
  const others = connection.used().filter((each) => each !== chosen);
  return [connection.name, ...own, ...others.flatMap((each) => marksOf(each).map((mark) => `${each.service} ${mark}`))];
}

function marksOf({ seen }: ServiceInstance): readonly string[] {
  return [...new Set([...seen.values()].map((plan) => marks[rolloutState(plan)]))].filter((mark) => mark !== "");
}

/** Whether a rollout was in progress or waiting for an operator at the last refresh. */
export function hasRollouts(session: ShellSession): boolean {
  const instances = session.current()?.used() ?? [];
  return instances.some(({ seen }) => [...seen.values()].some((plan) => rolloutState(plan) !== "complete"));
}

/** Timeouts in milliseconds of a refresh. They are short, because the prompt must not wait for a slow server. */
const TIMEOUTS = { timeout: 2_000, totalTimeout: 2_000 };

/** Refreshes the rollouts of the services in use. A service that does not answer keeps its last state. */
export async function refreshRollouts(session: ShellSession): Promise<void> {
  const instances = session.current()?.used() ?? [];
  await Promise.allSettled(instances.map((instance) => runInBackground(() => readPlans(instance, TIMEOUTS))));
}

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

import { type RolloutState, rolloutState } from "@reeve/client";
import { runInBackground } from "./background.ts";
import type { ServiceInstance } from "./instance.ts";
import { readPlans } from "./plans.ts";
import type { ShellSession } from "./session.ts";

/** The word that the prompt shows for a rollout in each state. Nothing is shown for a complete rollout. */
const marks: Readonly<Record<RolloutState, string>> = {
  complete: "",
  running: "rolling out",
  waiting: "waiting",
  failed: "failed",
};

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

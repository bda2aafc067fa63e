import { planChanges, serviceChanges, waitForPlan } from "@reeve/client";
import { type Context, type Given, limitsOf } from "@reeve/commands";
import { progressWords, startSpinner } from "@reeve/terminal";
import type { Transport } from "@reeve/transport";
import { ownPlans } from "./own-plans.ts";

/** The changes that a definition makes to an instance. */
export interface Change {
  readonly instance: string;
  readonly change: "new" | "changed" | "unchanged" | "removed";
  readonly configuration?: string;
  /** Set if parts of a removed instance are not deleted yet: why, as far as it is known. */
  readonly troubles?: readonly string[];
}

/**
 * Waits until all instances of the definition are rolled out, including unchanged instances. The service starts the rollouts before it
 * answers the deployment, so this wait cannot miss a rollout.
 */
export async function waitForChanges(
  changes: readonly Change[],
  transport: Transport,
  given: Given,
  { terminal, interruption, left }: Context,
): Promise<void> {
  const present = changes.filter(({ change }) => change !== "removed");
  if (present.length === 0) return;
  const { attempt } = limitsOf(given);
  const whole = left();
  using spinner = startSpinner(terminal.notes.screen(), "deploying");
  await Promise.all(
    present.map(({ instance }) =>
      waitForPlan(
        ownPlans(transport, instance),
        {},
        {
          signal: interruption,
          changes: serviceChanges(transport, { service: instance, ...planChanges }),
          onProgress: (progress) => spinner.update(progressWords(instance, progress)),
          ...(whole !== undefined && { within: whole }),
          ...(attempt !== undefined && { timeout: attempt }),
        },
      ),
    ),
  );
}

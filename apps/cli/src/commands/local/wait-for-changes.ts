import { describeClient, waitForPlan } from "@reeve/client";
import { ReeveError } from "@reeve/contract";
import { startSpinner } from "@reeve/terminal";
import type { Transport } from "@reeve/transport";
import type { Context } from "../../model/context.ts";
import type { Given } from "../../model/given.ts";
import { serviceKind } from "../../services/by-name.ts";
import { progressWords } from "../../services/shared/progress.ts";
import { showsPlans } from "../../services/shared/typed-client.ts";
import { limitsOf } from "../../session/limits.ts";
import { instancesOf } from "./instances.ts";

/** What a definition does to an instance. */
export interface Change {
  readonly instance: string;
  readonly change: "new" | "changed" | "unchanged" | "removed";
  readonly configuration?: string;
}

/** Waits until every instance that is new or changed is rolled out. The service has begun before it has answered. */
export async function waitForChanges(
  changes: readonly Change[],
  transport: Transport,
  given: Given,
  { terminal, signal, interruption, left }: Context,
): Promise<void> {
  const moving = changes.filter(({ change }) => change === "new" || change === "changed");
  if (moving.length === 0) return;
  const known = new Map((await instancesOf(transport, { signal })).map((instance) => [instance.name, instance]));
  const { attempt } = limitsOf(given);
  const whole = left();
  using spinner = startSpinner(terminal.notes.screen(), "deploying");
  await Promise.all(
    moving.map(async ({ instance }) => {
      const found = known.get(instance);
      if (!found) throw new ReeveError("not-found", `${instance} is gone again`);
      const { createClient } = await (await serviceKind(found.kind)).load();
      const client = createClient({ transport, service: instance, revision: found.revision });
      const onProgress = (progress: Parameters<typeof progressWords>[1]) =>
        spinner.say(progressWords(instance, progress));
      await waitForPlan(
        showsPlans(client),
        {},
        {
          signal: interruption,
          onProgress,
          ...(whole !== undefined && { within: whole }),
          ...(attempt !== undefined && { timeout: attempt }),
        },
      );
      await describeClient(client).close();
    }),
  );
}

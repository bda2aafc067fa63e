import { describeClient, waitForPlan } from "@reeve/client";
import { isRecord, ReeveError } from "@reeve/contract";
import { isKind, type Kind } from "@reeve/profiles";
import { startSpinner } from "@reeve/terminal";
import type { Transport } from "@reeve/transport";
import type { Context } from "../../model/context.ts";
import type { Given } from "../../model/given.ts";
import { serviceKind } from "../../services/by-name.ts";
import { progressWords } from "../../services/shared/progress.ts";
import { showsPlans } from "../../services/shared/typed-client.ts";
import { limitsOf } from "../../session/limits.ts";

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
  { terminal, signal }: Context,
): Promise<void> {
  const moving = changes.filter(({ change }) => change === "new" || change === "changed");
  if (moving.length === 0) return;
  const known = await instancesOf(transport, signal);
  const { whole, attempt } = limitsOf(given);
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
          signal,
          onProgress,
          ...(whole !== undefined && { within: whole }),
          ...(attempt !== undefined && { timeout: attempt }),
        },
      );
      await describeClient(client).close();
    }),
  );
}

async function instancesOf(transport: Transport, signal: AbortSignal) {
  const request = { method: "GET", path: "/reeve/v1/info", query: "" } as const;
  const { body } = await transport.send({ request, effect: "read" }, { signal });
  const services = isRecord(body) && Array.isArray(body.services) ? body.services.filter(isRecord) : [];
  return new Map(
    services.flatMap(({ name, kind, revision }): [string, { kind: Kind; revision: string }][] =>
      typeof name === "string" && typeof kind === "string" && isKind(kind) && typeof revision === "string"
        ? [[name, { kind, revision }]]
        : [],
    ),
  );
}

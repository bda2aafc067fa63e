import { callOperation, type RolloutState, rolloutState } from "@reeve/client";
import type { Plan } from "@reeve/scheduler-models";
import { safe } from "@reeve/terminal";
import { aside } from "./aside.ts";
import type { Connection } from "./connection.ts";
import type { Instance } from "./instance.ts";
import type { Session } from "./session.ts";

/** What a rollout is marked with in the prompt; one that is complete is not. */
const marks: Readonly<Record<RolloutState, string>> = {
  complete: "",
  running: "rolling out",
  waiting: "waiting",
  failed: "failed",
};

/** `prod kafka R2 rolling out`: the connection, the service that was chosen, its revision, and whether a rollout is on its way. */
export function promptOf(session: Session): string {
  const connection = session.current();
  if (!connection) return "reeve";
  const chosen = session.chosen();
  const words = chosen
    ? [connection.name, chosen.service, chosen.knownRevision() ?? ""]
    : [connection.name, ...(only(connection)?.knownRevision() ? onlyWords(connection) : [])];
  const rollouts = (chosen ? [chosen] : connection.used()).flatMap((each) => markOf(each));
  return [...words, ...new Set(rollouts)]
    .filter((word) => word !== "")
    .map(safe)
    .join(" ");
}

/** Where there is one service only, it need not be chosen. */
function only({ services, used }: Connection): Instance | undefined {
  return services.length === 1 ? used()[0] : undefined;
}

function onlyWords(connection: Connection): readonly string[] {
  const instance = only(connection);
  return instance ? [instance.service, instance.knownRevision() ?? ""] : [];
}

function markOf({ seen }: Instance): readonly string[] {
  return [...seen.values()].map((plan) => marks[rolloutState(plan)]).filter((mark) => mark !== "");
}

/** Whether a rollout was on its way, or waits for somebody, when it was last looked at. */
export function isRollingOut(session: Session): boolean {
  const instances = session.current()?.used() ?? [];
  return instances.some(({ seen }) => [...seen.values()].some((plan) => rolloutState(plan) !== "complete"));
}

/** A prompt is no reason to wait for a server. */
const PATIENCE = { timeout: 2_000, totalTimeout: 2_000 };

/** Looks how the rollouts of the services stand that have been used; what does not answer is left as it was. */
export async function refreshRollouts(session: Session): Promise<void> {
  const instances = session.current()?.used() ?? [];
  await Promise.allSettled(
    instances.map(async ({ client, seen }) => {
      for (const plan of new Set(["deploy", ...seen.keys()])) {
        const answer = await aside(() =>
          callOperation(client, "plans.show", plan === "deploy" ? {} : { plan }, PATIENCE),
        );
        seen.set(plan, answer.read() as Plan);
      }
    }),
  );
}

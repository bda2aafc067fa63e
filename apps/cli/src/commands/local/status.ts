import { isReeveError, ReeveError } from "@reeve/contract";
import type { Kind } from "@reeve/profiles";
import type { Plan } from "@reeve/scheduler-models";
import { progressLines, stepsDone } from "@reeve/terminal";
import type { Context } from "../../model/context.ts";
import type { Given } from "../../model/given.ts";
import { writeResult } from "../../output/result.ts";
import { wantedOf } from "../../output/wanted.ts";
import { serviceKind } from "../../services/by-name.ts";
import { showsPlans } from "../../services/shared/typed-client.ts";
import { namedKinds } from "../../session/named-kinds.ts";
import { sessionOf } from "../../session/open.ts";
import { settingsOf, urlOf } from "../../session/settings.ts";

/** A plan of a service. */
interface Shown {
  readonly service: string;
  readonly kind: Kind;
  readonly plan: string;
  readonly shown: Plan;
}

/** Shows how far each service of the profile is. */
export async function statusCommand(given: Given, context: Context): Promise<void> {
  const settings = settingsOf(given, context);
  urlOf(settings);
  const { named, isOfOne } = namedKinds(settings);
  if (named.length === 0) {
    throw new ReeveError(
      "bad-input",
      "no service is set: give --service, set REEVE_SERVICE, or keep it with reeve profiles change",
    );
  }
  const asked = await Promise.allSettled(named.map((kind) => plansOf(kind, given, context)));
  const plans = asked.flatMap((each) => (each.status === "fulfilled" ? each.value : []));
  const refused = asked.find((each) => each.status === "rejected");
  if (refused && !(isOfOne && plans.length > 0)) throw refused.reason;
  const body = plans.map(({ shown, ...rest }) => ({ ...rest, status: shown.status, ...stepsDone(shown) }));
  const rollouts = plans.map(({ service, plan, shown }) => ({ owner: service, name: plan, plan: shown }));
  const lines = () => progressLines(rollouts, context.terminal.results.look());
  await writeResult({ body, lines }, wantedOf(given, settings), context.terminal);
}

/** The deployment, and the recovery while there is something to recover. */
async function plansOf(kind: Kind, given: Given, context: Context): Promise<readonly Shown[]> {
  const session = await sessionOf(await serviceKind(kind), given, context);
  const show = async (plan: string): Promise<Shown> => ({
    service: session.service,
    kind,
    plan,
    shown: await showsPlans(session.client).plans.show({ plan }, session.options()),
  });
  try {
    const deploy = await show("deploy");
    const recovery = await show("recovery").catch((thrown) => {
      // Not every revision shows it.
      if (isReeveError(thrown, "not-in-revision") || isReeveError(thrown, "not-found")) return undefined;
      throw thrown;
    });
    return [deploy, ...(recovery && recovery.shown.status !== "COMPLETE" ? [recovery] : [])];
  } finally {
    await session.close();
  }
}

import { token as tokenCredentials } from "@reeve/auth";
import { planChangeEvents, rolloutState, type ShowsPlans, serviceChanges, waitForPlan, watchPlan } from "@reeve/client";
import { type Context, limitsOf, type ParsedArguments } from "@reeve/commands";
import { buildRequest, defined, isRecord, ReeveError } from "@reeve/contract";
import { type DeploymentChange, inspectPlan, type Plan } from "@reeve/scheduler-models";
import { openLiveRegion, progressLines, progressWords, startSpinner } from "@reeve/terminal";
import { createTransport, type Transport } from "@reeve/transport";
import type { Reeve } from "../index.ts";

interface Followed {
  readonly name: string;
  readonly client: ShowsPlans;
  plan?: Plan;
}

const pollLimits = { minDelay: 150, maxDelay: 1_000 } as const;

/** Shows the progress of the services until all are ready; on a terminal only. */
export async function followDeployment(reeve: Reeve, { terminal, signal }: Context): Promise<void> {
  const screen = terminal.notes.screen();
  if (!screen) return;
  const { url, token, fetch, services } = reeve;
  const transport = createTransport({ url, credentials: tokenCredentials(token), fetch });
  const followed = services.map(({ name }): Followed => ({ name, client: ownPlans(transport, name) }));
  using region = openLiveRegion(screen);
  const draw = () =>
    region.show(
      progressLines(
        followed.flatMap(({ name, plan }) => (plan ? [{ owner: name, name: "deploy", plan }] : [])),
        screen.style(),
      ),
    );
  await Promise.all(followed.map((each) => follow(each, signal, draw)));
  // After Ctrl-C the progress is not kept on the screen.
  if (!signal.aborted) region.keep();
  await transport.close();
}

async function follow(each: Followed, signal: AbortSignal, draw: () => void): Promise<void> {
  try {
    for await (const plan of watchPlan(each.client, {}, { ...pollLimits, signal })) {
      each.plan = plan;
      draw();
      if (rolloutState(plan) !== "running") return;
    }
  } catch {
    // An error while showing progress must not stop the service: an instance may have been removed, or the user may have pressed Ctrl-C.
  }
}

/**
 * Waits until all instances of the definition are rolled out, including unchanged instances. The service starts the rollouts before it
 * answers the deployment, so this wait cannot miss a rollout.
 */
export async function waitForChanges(
  changes: readonly DeploymentChange[],
  transport: Transport,
  given: ParsedArguments,
  { terminal, interruption, left }: Context,
): Promise<void> {
  const present = changes.filter(({ change }) => change !== "removed");
  if (present.length === 0) return;
  const limits = defined({ within: left(), timeout: limitsOf(given).attempt });
  using spinner = startSpinner(terminal.notes.screen(), "deploying");
  await Promise.all(
    present.map(({ instance }) =>
      waitForPlan(
        ownPlans(transport, instance),
        {},
        {
          signal: interruption,
          changes: serviceChanges(transport, { service: instance, ...planChangeEvents }),
          onProgress: (progress) => spinner.update(progressWords(instance, progress)),
          ...limits,
        },
      ),
    ),
  );
}

/** Shows each plan separately, because some revisions of the API merge maintenance and recovery into one plan with the rollout. */
function ownPlans(transport: Transport, instance: string): ShowsPlans {
  return {
    plans: {
      show: async ({ plan = "deploy" } = {}, options) => {
        const request = buildRequest(inspectPlan, { revision: "any", service: instance, input: { plan } });
        const { body } = await transport.send({ request, effect: "read", accepts: (answer) => isPlan(answer.body) }, options);
        if (isPlan(body)) return body;
        throw new ReeveError("unexpected-response", `the service did not answer with a plan of ${instance}`);
      },
    },
  };
}

function isPlan(body: unknown): body is Plan {
  return isRecord(body) && typeof body.status === "string" && Array.isArray(body.phases) && Array.isArray(body.errors);
}

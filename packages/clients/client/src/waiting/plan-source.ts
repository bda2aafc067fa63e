import { buildRequest, isReeveError, listedOperation, readAnswer } from "@reeve/contract";
import { inspectPlan, type Plan } from "@reeve/scheduler-models";
import type { CallOptions } from "@reeve/transport";
import { describeClient } from "../description.ts";
import { carries } from "../raw-answer.ts";
import type { ShowsPlans } from "./plan-waits.ts";

/** How to read a plan, and the plan as it was before the work. */
export interface PlanSource {
  readonly before: Plan;
  show(options: CallOptions): Promise<Plan>;
}

/**
 * Finds out how to read a plan: by a route of the revision, or else from the Reeve service. Undefined if the plan cannot be read in either
 * way.
 */
export async function planSource(client: ShowsPlans, plan: string, options: CallOptions): Promise<PlanSource | undefined> {
  try {
    const show = (call: CallOptions) => client.plans.show({ plan }, call);
    return { before: await show(options), show };
  } catch (thrown) {
    if (!isReeveError(thrown, "not-in-revision") && !isReeveError(thrown, "not-found")) throw thrown;
  }
  return ownPlanSource(client, plan, options);
}

/** Like `planSource`, but uses only the Reeve service. */
export async function ownPlanSource(client: object, plan: string, options: CallOptions): Promise<PlanSource | undefined> {
  const before = (await showOwnPlan(client, plan, options)) ?? (await notYet(client, options));
  if (!before) return undefined;
  let last = before;
  return {
    before,
    show: async (call) => {
      // If the plan is missing for a moment, for instance while the service restarts, the plan counts as unchanged.
      last = (await showOwnPlan(client, plan, call)) ?? last;
      return last;
    },
  };
}

/**
 * In the Reeve service, a maintenance plan exists only after its first run. Until then, the deploy plan, which always exists, proves that
 * the server is the Reeve service.
 */
async function notYet(client: object, options: CallOptions): Promise<Plan | undefined> {
  const deploy = await showOwnPlan(client, "deploy", options);
  return deploy && { phases: [], errors: [], status: "COMPLETE" };
}

/**
 * Requests a plan from the Reeve service if the revision has no route for it: recovery in R1, R2 and V2, and the maintenance plans of the
 * database. Undefined if the server is not the Reeve service, or has no such plan.
 */
export async function showOwnPlan(client: object, plan: string, options: CallOptions): Promise<Plan | undefined> {
  const { api, transport, service } = describeClient(client);
  const { effect, output } = inspectPlan;
  try {
    const answer = await transport.send(
      {
        request: buildRequest(inspectPlan, { revision: "any", service, input: { plan } }),
        effect,
        operation: listedOperation(api, inspectPlan)?.name ?? inspectPlan.summary,
        accepts: (wire) => carries(output, wire),
      },
      options,
    );
    const decoded = readAnswer(output, answer);
    return decoded.ok ? decoded.value : undefined;
  } catch (thrown) {
    // A server that refuses this path has no such plan. A missing response or a gateway's error is an outage and fails the wait, because a
    // wait without this plan would not see all of the work.
    const { status } = isReeveError(thrown) ? thrown.context : {};
    if (status !== undefined && !UNREACHABLE.has(status)) return undefined;
    throw thrown;
  }
}

const UNREACHABLE: ReadonlySet<number> = new Set([502, 503, 504]);

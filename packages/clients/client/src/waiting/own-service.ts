import { buildRequest, isReeveError, listedOperation, readAnswer } from "@reeve/contract";
import { inspectPlan, type Plan } from "@reeve/scheduler-models";
import type { CallOptions } from "@reeve/transport";
import { carries } from "../carries.ts";
import { describeClient } from "../description.ts";

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

import { buildRequest, isReeveError, readAnswer } from "@reeve/contract";
import { inspectPlan, type Plan } from "@reeve/scheduler-models";
import type { CallOptions } from "@reeve/transport";
import { carries } from "../carries.ts";
import { describeClient } from "../description.ts";

/**
 * Asks Reeve's own service for a plan that has no route in the revision: recovery in R1, R2 and V2, the maintenance plans of the database.
 * Undefined if the server is another, or has no such plan.
 */
export async function showOwnPlan(client: object, plan: string, options: CallOptions): Promise<Plan | undefined> {
  const { transport, service } = describeClient(client);
  const { effect, output } = inspectPlan;
  try {
    const answer = await transport.send(
      {
        request: buildRequest(inspectPlan, { revision: "any", service, input: { plan } }),
        effect,
        operation: "plans.inspect",
        accepts: (wire) => carries(output, wire),
      },
      options,
    );
    const decoded = readAnswer(output, answer);
    return decoded.ok ? decoded.value : undefined;
  } catch (thrown) {
    // Another server's refusal of this path means that there is no plan. A missing answer or a gateway error is an outage: then the wait
    // fails, because without this plan it would see too little.
    const { status } = isReeveError(thrown) ? thrown.context : {};
    if (status !== undefined && !UNREACHABLE.has(status)) return undefined;
    throw thrown;
  }
}

const UNREACHABLE: ReadonlySet<number> = new Set([502, 503, 504]);

import type { ShowsPlans } from "@reeve/client";
import { buildRequest, isRecord, ReeveError } from "@reeve/contract";
import { inspectPlan, type Plan } from "@reeve/scheduler-models";
import type { Transport } from "@reeve/transport";

/**
 * Shows each plan of an instance of `reeve up` separately, because some revisions of the API merge maintenance and recovery into one plan
 * with the rollout.
 */
export function ownPlans(transport: Transport, instance: string): ShowsPlans {
  return {
    plans: {
      show: async ({ plan = "deploy" } = {}, options) => {
        const request = buildRequest(inspectPlan, { revision: "any", service: instance, input: { plan } });
        const { body } = await transport.send(
          { request, effect: "read", accepts: (answer) => isPlan(answer.body) },
          options,
        );
        if (isPlan(body)) return body;
        throw new ReeveError("unexpected-response", `the service did not answer with a plan of ${instance}`);
      },
    },
  };
}

function isPlan(body: unknown): body is Plan {
  return isRecord(body) && typeof body.status === "string" && Array.isArray(body.phases) && Array.isArray(body.errors);
}

import { type Answer, about, answer, form, isRecord, maybe, object, resource, type Schema } from "@reeve/contract";
import { Plan, readStatus } from "@reeve/scheduler-models";
import * as v from "valibot";

/** The status of a restore. */
export interface RestoreStatus {
  readonly status: "none" | "running" | "complete" | "failed" | (string & Record<never, never>);
  readonly message: string;
}

export const RestoreStatus: Schema<RestoreStatus> = resource("RestoreStatus", "The status of a restore.", {
  status: about("none, running, complete or failed", v.string()),
  message: v.string(),
});

/** Some servers send the plan of the restore instead of its status. */
export const restoreStatusAnswer: Answer<RestoreStatus> = answer(RestoreStatus, {
  statuses: [200, 202, 417, 503],
  also: [
    form(object({ status: v.string(), message: maybe(v.null()) }), {
      when: ({ body }) => isRecord(body) && "status" in body && !("phases" in body) && (body.message ?? undefined) === undefined,
      read: (wire): RestoreStatus => ({ ...wire, message: "" }),
    }),
    form(Plan, { when: ({ body }) => isRecord(body) && "phases" in body, read: statusOfPlan }),
  ],
});

function statusOfPlan(plan: Plan): RestoreStatus {
  const steps = plan.phases.flatMap((phase) => phase.steps);
  const current = steps.find(({ status }) => readStatus(status) !== "COMPLETE");
  const [failure] = plan.errors.map((error) => (typeof error === "string" ? error : JSON.stringify(error)));
  return {
    ...plan,
    // A plan with a failed step is not complete, whatever its status.
    status: steps.some(({ status }) => readStatus(status) === "ERROR") ? "failed" : (ended.get(readStatus(plan.status)) ?? "running"),
    message: failure ?? current?.message ?? "",
  };
}

const ended = new Map<string, string>([
  ["COMPLETE", "complete"],
  ["ERROR", "failed"],
]);

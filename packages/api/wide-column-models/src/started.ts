import { type Answer, answer, form, type OperationWait, resource, type Schema } from "@reeve/contract";
import { hiddenFailure } from "@reeve/scheduler-models";
import * as v from "valibot";

/** The answer to the start of maintenance. */
export interface Started {
  /** `started` on success. */
  readonly status: string;
  readonly message: string;
}

export const Started: Schema<Started> = resource("Started", "The answer to the start of maintenance.", {
  status: v.string(),
  message: v.string(),
});

/** Some servers answer 202 without a body, which also means that the maintenance has started. */
export const startedAnswer: Answer<Started> = answer(Started, {
  statuses: [200, 202],
  also: [form(v.null(), { when: ({ body }) => body === null, read: () => ({ status: "started", message: "" }) })],
  failure: hiddenFailure,
});

/** The wait for started maintenance. */
// @__NO_SIDE_EFFECTS__
export function maintenanceWait(what: string): OperationWait {
  return {
    by: "method",
    done: `the ${what} is complete`,
    summary: `Start a ${what} and wait until it is complete`,
    about: `Fails if the ${what} fails. The ${what} continues if you stop waiting.`,
    continues: `a ${what} in progress continues`,
  };
}

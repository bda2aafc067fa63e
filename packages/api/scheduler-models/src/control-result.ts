import { type Answer, answer, form, resource, type Schema } from "@reeve/contract";
import * as v from "valibot";

/** The answer to a request that controls a plan, such as continue or interrupt. */
export interface ControlResult {
  readonly message: string;
  /** False if the request changed nothing, because the plan was already in the requested state or the rollout has ended. */
  readonly changed: boolean;
}

/** The answer in the form in which servers send it. R2 repeats the message in the field `Result`. */
export interface ControlMessage {
  readonly message?: string;
  readonly Result?: string;
}

export const ControlMessage: Schema<ControlMessage> = resource(
  "ControlMessage",
  "The answer to a request that controls a plan, such as continue or interrupt.",
  { message: v.exactOptional(v.string()), Result: v.exactOptional(v.string()) },
);

const ALREADY_SO = 208;

/** The status 208 means that nothing changed; its body is text. */
export const controlAnswer: Answer<ControlResult> = answer(ControlMessage, {
  statuses: [200, ALREADY_SO],
  note: "Callers get `message`, and `changed`, which is false when there was nothing to do (208).",
  read: (wire: ControlMessage, status): ControlResult => ({
    ...wire,
    message: wire.message ?? wire.Result ?? "",
    changed: status !== ALREADY_SO,
  }),
  also: [
    form(v.nullable(v.string()), {
      when: ({ body }) => body === null || typeof body === "string",
      read: (text, status) => ({ message: text?.trim() ?? "", changed: status !== ALREADY_SO }),
    }),
  ],
});

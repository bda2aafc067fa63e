import { type Answer, answer, form, resource, type Schema } from "@reeve/contract";
import * as v from "valibot";
import { hiddenFailure } from "./tool-output.ts";

/** What the engine's own tool had to say. */
export interface MessageResult {
  readonly message: string;
}

export const MessageResult: Schema<MessageResult> = resource(
  "MessageResult",
  "What the engine's own tool had to say.",
  {
    message: v.string(),
  },
);

/** A message, in JSON or as bare text. The words of a failed tool, sent with 200, are a failure. */
export const messageAnswer: Answer<MessageResult> = answer(MessageResult, {
  also: [form(v.string(), { when: ({ body }) => typeof body === "string", read: (message) => ({ message }) })],
  failure: hiddenFailure,
});

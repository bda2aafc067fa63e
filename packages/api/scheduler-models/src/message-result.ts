import { type Answer, about, answer, form, resource, type Schema } from "@reeve/contract";
import * as v from "valibot";
import { hiddenFailure } from "./tool-output.ts";

/** The output of the engine's own tool. */
export interface MessageResult {
  readonly message: string;
  /** A note on the output. Only the Reeve service sends a note. */
  readonly note?: string;
}

export const MessageResult: Schema<MessageResult> = resource("MessageResult", "The output of the engine's own tool.", {
  message: v.string(),
  note: about("a note on the output, which only some services send", v.exactOptional(v.string())),
});

/** A message as JSON or as text. If a tool failed, its output counts as a failure even with status 200. */
export const messageAnswer: Answer<MessageResult> = answer(MessageResult, {
  also: [form(v.string(), { when: ({ body }) => typeof body === "string", read: (message) => ({ message }) })],
  failure: hiddenFailure,
});

import { type Answer, about, answer, form, resource, type Schema } from "@reeve/contract";
import * as v from "valibot";
import { hiddenFailure } from "./tool-output.ts";

/** The output of the engine's own tool. */
export interface MessageResult {
  readonly message: string;
  /** A note on it: an extension of Reeve's own service. */
  readonly note?: string;
}

export const MessageResult: Schema<MessageResult> = resource("MessageResult", "The output of the engine's own tool.", {
  message: v.string(),
  note: about("a note on it; absent from services that send none", v.exactOptional(v.string())),
});

/** A message, in JSON or as bare text. The output of a failed tool that comes with 200 is a failure. */
export const messageAnswer: Answer<MessageResult> = answer(MessageResult, {
  also: [form(v.string(), { when: ({ body }) => typeof body === "string", read: (message) => ({ message }) })],
  failure: hiddenFailure,
});

import {
  type Answer,
  answer,
  form,
  type HiddenFailure,
  isRecord,
  resource,
  type Schema,
  type WireAnswer,
} from "@reeve/contract";
import * as v from "valibot";

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

/** What a tool printed, without the prefixes that some servers put before its output and its complaints. */
export function toolOutput(message: string): { readonly output: string; readonly error: string } {
  const [, output = message, error = ""] = /^Output:([\s\S]*?)(?:\s+Error:([\s\S]*))?$/.exec(message) ?? [];
  return { output: output.trim(), error: error.trim() };
}

/** Finds the failure in a body that came with a status of success. */
export function hiddenFailure({ body }: WireAnswer): HiddenFailure | undefined {
  if (!isRecord(body)) return undefined;
  if (typeof body.Error === "string") return { code: "bad-input", message: body.Error };
  if (typeof body.message !== "string") return undefined;
  const { output, error } = toolOutput(body.message);
  const complaint = [output, error].find((words) => FAILED.test(words));
  if (complaint === undefined) return undefined;
  const message =
    complaint
      .split("\n")
      .find((line) => FAILED.test(line))
      ?.trim() ?? complaint;
  if (/already exists/i.test(complaint)) return { code: "conflict", message };
  if (/does not exist|unknown topic|not found/i.test(complaint)) return { code: "not-found", message };
  return { code: "server-failure", message };
}

/** How the engine's tools begin the line that says they failed. A WARNING is none. */
const FAILED = /^\s*(?:Error while executing|Error:|ERROR\b|Exception in thread|[\w.$]+(?:Exception|Error): )/m;

import type { Step } from "./plan.ts";

/**
 * Returns why a step waits or failed, or what it is doing. This is the server's reason, if there is one; otherwise it is the part of the
 * message that is neither the name nor the status, such as "starting" in `Broker-1 is IN_PROGRESS: starting`.
 */
export function reasonOfStep({ name, status, message, reason: value }: StepWords): string {
  if (typeof value === "string") return value.trim();
  const trimmed = message.trim();
  const [, subject = "", word = "", reason = ""] = /^(.+?) is (\w+)(?:: *([\s\S]*))?$/.exec(trimmed) ?? [];
  const isRedundant = bare(subject) === bare(name) && bare(word) === bare(status);
  return isRedundant ? reason : trimmed;
}

type StepWords = Pick<Step, "name" | "status" | "message" | "reason">;

/** Makes the spellings `InProgress` and `IN_PROGRESS` comparable. */
function bare(word: string): string {
  return word.replaceAll("_", "").toLowerCase();
}

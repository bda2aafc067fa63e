import type { Step } from "./plan.ts";

/**
 * Why a step waits or failed, or what it is doing: the reason beside the message if the server sends one, otherwise what the message adds
 * to name and status: "starting" in `Broker-1 is IN_PROGRESS: starting`.
 */
export function reasonOf({ name, status, message, reason: given }: StepWords): string {
  if (typeof given === "string") return given.trim();
  const trimmed = message.trim();
  const [, subject = "", word = "", reason = ""] = /^(.+?) is (\w+)(?:: *([\s\S]*))?$/.exec(trimmed) ?? [];
  const isRedundant = bare(subject) === bare(name) && bare(word) === bare(status);
  return isRedundant ? reason : trimmed;
}

type StepWords = Pick<Step, "name" | "status" | "message" | "reason">;

/** `InProgress` and `IN_PROGRESS` are the same. */
function bare(word: string): string {
  return word.replaceAll("_", "").toLowerCase();
}

import type { Step } from "./plan.ts";

/** What a step's message says beyond its name and status, which stand beside it: of `Broker-1 is IN_PROGRESS: starting` that it is starting. */
export function reasonOf({ name, status, message }: Pick<Step, "name" | "status" | "message">): string {
  const told = message.trim();
  const [, subject = "", word = "", reason = ""] = /^(.+?) is (\w+)(?:: *([\s\S]*))?$/.exec(told) ?? [];
  const saysNothingNew = bare(subject) === bare(name) && bare(word) === bare(status);
  return saysNothingNew ? reason : told;
}

/** `InProgress` and `IN_PROGRESS` are the same. */
function bare(word: string): string {
  return word.replaceAll("_", "").toLowerCase();
}

import { toolOutput } from "@reeve/scheduler-models";
import { shown } from "@reeve/terminal";
import type { View } from "../view.ts";

/** The message of a tool, without the prefixes that some servers add; `otherwise` if the message is empty. */
export function messageOr(message: string, otherwise: string, view: View): readonly string[] {
  const { output, error } = toolOutput(message);
  const lines = [output, error].flatMap((words) => words.split("\n")).filter((line) => line.trim() !== "");
  return (lines.length === 0 ? [otherwise] : lines).map((line) => shown(line, view.style));
}

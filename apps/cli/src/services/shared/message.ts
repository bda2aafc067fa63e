import { type MessageResult, toolOutput } from "@reeve/scheduler-models";
import { shown } from "@reeve/terminal";
import type { Show, View } from "../../operations/show.ts";

/** What a tool said, without what servers put before it. */
export function said({ message }: MessageResult, { look }: Pick<View, "look">): readonly string[] {
  const { output, error } = toolOutput(message);
  return [output, error].flatMap((words) => (words === "" ? [] : words.split("\n"))).map((line) => shown(line, look));
}

/** A message of the server, or where it has none a sentence of ours. */
export function message(otherwise: (view: View) => string): Show<MessageResult> {
  return {
    table: (result, view) => {
      const lines = said(result, view);
      return lines.length > 0 ? lines : [otherwise(view)];
    },
  };
}

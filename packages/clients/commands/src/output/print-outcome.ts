import { shown } from "@reeve/terminal";
import type { Context } from "../context.ts";
import type { Given } from "../given.ts";
import { outputChoiceOf } from "./chosen-output.ts";
import { writeResult } from "./result.ts";

/** Prints what was done, as one sentence or, with `--json`, as data. */
export function printOutcome(context: Context, given: Given, body: unknown, sentence: string): Promise<void> {
  const style = context.terminal.results.style();
  return writeResult({ body, lines: () => [shown(sentence, style)] }, outputChoiceOf(given), context.terminal);
}

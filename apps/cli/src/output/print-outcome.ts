import { shown } from "@reeve/terminal";
import type { Context } from "../model/context.ts";
import type { Given } from "../model/given.ts";
import { outputChoiceOf } from "./output-choice.ts";
import { writeResult } from "./result.ts";

/** Prints what was done, as one sentence or, with `--json`, as data. */
export function printOutcome(context: Context, given: Given, body: unknown, sentence: string): Promise<void> {
  const style = context.terminal.results.style();
  return writeResult({ body, lines: () => [shown(sentence, style)] }, outputChoiceOf(given), context.terminal);
}

import { shown } from "@reeve/terminal";
import type { Context } from "../context.ts";
import type { ParsedArguments } from "../parsed-arguments.ts";
import { outputChoiceOf } from "./chosen-output.ts";
import { writeResult } from "./result.ts";

/** Prints what was done, as one sentence or, with `--json`, as data. */
export function printOutcome(context: Context, args: ParsedArguments, body: unknown, sentence: string): Promise<void> {
  const style = context.terminal.results.style();
  return writeResult({ body, lines: () => [shown(sentence, style)] }, outputChoiceOf(args), context.terminal);
}

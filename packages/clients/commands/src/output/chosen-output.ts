import type { OutputChoice } from "../output-choice.ts";
import type { ParsedArguments } from "../parsed-arguments.ts";

/** The chosen output format and query, or the default for people. */
export function outputChoiceOf({ output = FOR_PEOPLE }: ParsedArguments): OutputChoice {
  return output;
}

const FOR_PEOPLE: OutputChoice = { format: "table" };

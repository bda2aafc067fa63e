import type { Query } from "@reeve/terminal";
import type { Format } from "./everywhere.ts";

/** A parsed command line. */
export interface ParsedArguments {
  /** The words of the command, such as `["broker", "topics", "list"]`. */
  readonly path: readonly string[];
  /** The words that were typed for each positional argument, by the argument's name. */
  readonly words: ReadonlyMap<string, readonly string[]>;
  /** The values that were typed for each flag, by the flag's name; the value of a switch is the empty text. */
  readonly flags: ReadonlyMap<string, readonly string[]>;
  /** The output format, which is decided before the command runs. */
  readonly output?: OutputChoice;
}

/** The word that was typed for a positional argument; undefined if there is none. */
export function wordOf({ words }: ParsedArguments, name: string): string | undefined {
  return words.get(name)?.[0];
}

/** The value of a flag; undefined if it was not given. */
export function flagOf({ flags }: ParsedArguments, name: string): string | undefined {
  return flags.get(name)?.at(-1);
}

/** Whether a flag was given. */
export function hasFlag({ flags }: ParsedArguments, name: string): boolean {
  return flags.has(name);
}

/** All values of a flag. Lists that are separated by commas are split. */
export function listOf({ flags }: ParsedArguments, name: string): readonly string[] | undefined {
  return flags.get(name)?.flatMap((text) => text.split(",").map((part) => part.trim()));
}

/** The output of a command: its format and query. */
export interface OutputChoice {
  readonly format: Format;
  readonly query?: Query;
}

/** The chosen output format and query, or the default for people. */
export function outputChoiceOf({ output = FOR_PEOPLE }: ParsedArguments): OutputChoice {
  return output;
}

const FOR_PEOPLE: OutputChoice = { format: "table" };

import type { Wanted } from "./wanted.ts";

/** What was typed after a command, taken apart. */
export interface Given {
  /** The words of the command: `["broker", "topics", "list"]`. */
  readonly path: readonly string[];
  /** By the name of the positional; several where it takes many. */
  readonly words: ReadonlyMap<string, readonly string[]>;
  /** By the name of the flag, once for each time that it was given; a switch gives the empty text. */
  readonly flags: ReadonlyMap<string, readonly string[]>;
  /** How the result is wanted, as it was decided before anything is done. */
  readonly wanted?: Wanted;
}

/** The word of a positional. */
export function wordOf({ words }: Given, name: string): string | undefined {
  return words.get(name)?.[0];
}

/** What a flag was given; undefined where it was not. */
export function flagOf({ flags }: Given, name: string): string | undefined {
  return flags.get(name)?.at(-1);
}

/** Whether a flag was given. */
export function hasFlag({ flags }: Given, name: string): boolean {
  return flags.has(name);
}

/** Everything that a flag was given, lists with commas taken apart. */
export function listOf({ flags }: Given, name: string): readonly string[] | undefined {
  return flags
    .get(name)
    ?.flatMap((text) => text.split(","))
    .map((text) => text.trim());
}

import { ReeveError } from "@reeve/contract";
import { didYouMean, joinedWords } from "@reeve/terminal";
import type { Command, Flag, Positional } from "../command.ts";
import { everywhere } from "../everywhere.ts";
import type { ParsedArguments } from "../parsed-arguments.ts";
import { splitFlags, type TypedFlag, written } from "./flags.ts";
import { flagMeantBy } from "./habits.ts";

/** The declared arguments of a command, and the other declarations that are needed to check them. */
type Takes = Partial<Pick<Command, "positionals" | "flags" | "effect" | "hasDryRun" | "listsMissing">>;

/** Parses the arguments of a command. Throws `bad-input` for unknown and for missing arguments. */
export function readArguments(command: Takes, path: readonly string[], rest: readonly string[]): ParsedArguments {
  const known = [...(command.flags ?? []), ...everywhere];
  const whole = ["reeve", ...path].join(" ");
  const { flags, others } = splitFlags(rest, known, (word, typed) => unknownFlag(word, typed, known, command, whole));
  if (flags.has("help")) return { path, words: new Map(), flags };
  if (flags.has("dry-run")) refuseDryRun(command, whole);
  const words = wordsFor(command, others, whole);
  if (!command.listsMissing) refuseMissing(command, words, flags, whole);
  return { path, words, flags };
}

function unknownFlag(word: string, { name }: TypedFlag, known: readonly Flag[], { positionals = [] }: Takes, whole: string): ReeveError {
  const isShort = !word.startsWith("--");
  const typed = isShort ? `-${name}` : `--${name}`;
  const offered = known.filter((flag) => flag.refused === undefined).map((flag) => `--${flag.name}`);
  const advice =
    (positionals.some((positional) => positional.name === name) && ` It is an argument without a flag: ${whole} <${name}>.`) ||
    didYouMean(isShort ? `--${word.slice(1)}` : `--${flagMeantBy(name, known)?.name ?? name}`, offered);
  return new ReeveError("bad-input", `unknown flag ${JSON.stringify(typed).slice(1, -1)} for ${whole}.${advice}`);
}

/** Refuses `--dry-run` for a change without a dry run: if the flag were ignored, the change would be made. */
function refuseDryRun({ effect = "read", hasDryRun = false }: Takes, whole: string): void {
  if (effect === "read" || hasDryRun) return;
  throw new ReeveError("bad-input", `${whole} does not support --dry-run, so nothing was done`);
}

function refuseMissing(
  { positionals = [], flags: known = [] }: Takes,
  words: ReadonlyMap<string, readonly string[]>,
  flags: ReadonlyMap<string, readonly string[]>,
  whole: string,
): void {
  const missing = [
    ...positionals.filter(({ required, name }) => required && !words.has(name)).map(shownAs),
    ...known.filter(({ required, name }) => required && !flags.has(name)).map(written),
  ];
  if (missing.length > 0) throw new ReeveError("bad-input", needs(whole, missing));
}

/** The message `reeve broker topics create needs <topic>, --partitions N and --replication N`. */
export function needs(whole: string, missing: readonly string[]): string {
  return `${whole} needs ${joinedWords(missing)}`;
}

/** A positional argument in messages. */
function shownAs({ name, placeholder = name }: Positional): string {
  return `<${placeholder}>`;
}

function wordsFor({ positionals = [] }: Takes, others: readonly string[], whole: string): ReadonlyMap<string, readonly string[]> {
  const words = new Map<string, readonly string[]>();
  let left = others;
  for (const { name, many } of positionals) {
    const taken = many ? left : left.slice(0, 1);
    if (taken.length > 0) words.set(name, taken);
    left = left.slice(taken.length);
  }
  const [unknownName] = left;
  if (unknownName === undefined) return words;
  const takes = positionals.map(shownAs).join(" ") || "no arguments";
  throw new ReeveError("bad-input", `${JSON.stringify(unknownName)} is one word too many: ${whole} takes ${takes}`);
}

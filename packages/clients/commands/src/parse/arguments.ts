import { ReeveError } from "@reeve/contract";
import { didYouMean, joinedWords } from "@reeve/terminal";
import type { Command, Flag, Positional } from "../command.ts";
import { everywhere } from "../everywhere.ts";
import type { ParsedArguments } from "../parsed-arguments.ts";
import { flagNamed, flagsIn, type TypedFlag, written } from "./flags.ts";
import { flagMeantBy } from "./habits.ts";

/** The declared arguments of a command, and the other declarations that are needed to check them. */
type Takes = Partial<Pick<Command, "positionals" | "flags" | "effect" | "hasDryRun" | "listsMissing">>;

/** Parses the arguments of a command. Throws `bad-input` for unknown and for missing arguments. */
export function readArguments(command: Takes, path: readonly string[], rest: readonly string[]): ParsedArguments {
  const flags = new Map<string, string[]>();
  const loose: string[] = [];
  const known = [...(command.flags ?? []), ...everywhere];
  const whole = ["reeve", ...path].join(" ");
  for (let at = 0; at < rest.length; at++) {
    const word = rest[at] ?? "";
    if (word === "--") {
      loose.push(...rest.slice(at + 1));
      break;
    }
    if (!word.startsWith("-") || word === "-" || isNegativeNumber(word)) {
      loose.push(word);
      continue;
    }
    for (const typed of flagsIn(word, known)) {
      const flag = flagNamed(known, typed.name);
      if (!flag) throw unknownFlag(word, typed, known, command, whole);
      if (flag.refused !== undefined) throw new ReeveError("bad-input", `--${flag.name}: ${flag.refused}`);
      const value = takenBy(flag, typed, rest[at + 1]);
      if (value.isNext) at++;
      keep(flags, flag, value.text);
    }
  }
  if (flags.has("help")) return { path, words: new Map(), flags };
  if (flags.has("dry-run")) refuseDryRun(command, whole);
  const words = wordsFor(command, loose, whole);
  if (!command.listsMissing) refuseMissing(command, words, flags, whole);
  return { path, words, flags };
}

function isNegativeNumber(word: string): boolean {
  return /^-\d/.test(word);
}

function takenBy(flag: Flag, { value }: TypedFlag, next: string | undefined): { text: string; isNext?: true } {
  if (flag.takes === undefined) {
    if (value !== undefined) throw new ReeveError("bad-input", `--${flag.name} takes no value`);
    return { text: "" };
  }
  if (value !== undefined) return { text: checked(flag, value) };
  const isValue = next !== undefined && (next === "-" || !next.startsWith("-") || isNegativeNumber(next));
  if (!isValue) throw new ReeveError("bad-input", `--${flag.name} needs a value: ${written(flag)}`);
  return { text: checked(flag, next), isNext: true };
}

function checked({ name, choices }: Flag, text: string): string {
  if (!choices || choices.includes(text)) return text;
  throw notOneOf(`--${name}`, choices, text);
}

/** The error for a value that is not one of the choices: `--output: expected table, json, got "jsn". Did you mean "json"?` */
export function notOneOf(what: string, choices: readonly string[], typed: string): ReeveError {
  const advice = didYouMean(typed, choices);
  const sentence = `${what}: expected ${choices.join(", ")}, got ${repeated(typed)}`;
  return new ReeveError("bad-input", advice === "" ? sentence : `${sentence}.${advice}`);
}

/** A refused word in a message, shortened. */
export function repeated(word: string): string {
  return JSON.stringify(word.length > MAX_REPEATED ? `${word.slice(0, MAX_REPEATED)}…` : word);
}

const MAX_REPEATED = 80;

function keep(flags: Map<string, string[]>, { name, many, takes }: Flag, text: string): void {
  const before = flags.get(name);
  if (before && takes !== undefined && !many) throw new ReeveError("bad-input", `--${name} is given twice`);
  flags.set(name, [...(before ?? []), text]);
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

function wordsFor({ positionals = [] }: Takes, loose: readonly string[], whole: string): ReadonlyMap<string, readonly string[]> {
  const words = new Map<string, readonly string[]>();
  let left = loose;
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

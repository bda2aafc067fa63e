import { ReeveError } from "@reeve/contract";
import { didYouMean } from "@reeve/terminal";
import type { Flag } from "../command.ts";

/** What parsing needs to know of a flag. */
export type FlagForm = Pick<Flag, "name" | "short" | "takes" | "many" | "choices" | "refused">;

/** A flag as typed, with its value if the value is part of the same word. */
export interface TypedFlag {
  /** The flag's long name such as `partitions`, or the letter of its short form. */
  readonly name: string;
  readonly value?: string;
}

/**
 * Splits words into flags with their values, and other words. Throws `bad-input` for wrong values, and what `unknown` makes of a flag that
 * is not known.
 */
export function splitFlags(
  words: readonly string[],
  known: readonly FlagForm[],
  unknown: (word: string, typed: TypedFlag) => ReeveError,
): { readonly flags: ReadonlyMap<string, readonly string[]>; readonly others: readonly string[] } {
  const flags = new Map<string, readonly string[]>();
  const others: string[] = [];
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? "";
    if (word === "--") {
      others.push(...words.slice(at + 1));
      break;
    }
    if (!word.startsWith("-") || word === "-" || isNegativeNumber(word)) {
      others.push(word);
      continue;
    }
    for (const typed of flagsIn(word, known)) {
      const flag = flagNamed(known, typed.name);
      if (!flag) throw unknown(word, typed);
      if (flag.refused !== undefined) throw new ReeveError("bad-input", `--${flag.name}: ${flag.refused}`);
      const value = takenBy(flag, typed, words[at + 1]);
      if (value.isNext) at++;
      const before = flags.get(flag.name) ?? [];
      if (before.length > 0 && flag.takes !== undefined && !flag.many) throw new ReeveError("bad-input", `--${flag.name} is given twice`);
      flags.set(flag.name, [...before, value.text]);
    }
  }
  return { flags, others };
}

function isNegativeNumber(word: string): boolean {
  return /^-\d/.test(word);
}

function takenBy(flag: FlagForm, { value }: TypedFlag, next: string | undefined): { text: string; isNext?: true } {
  if (flag.takes === undefined) {
    if (value !== undefined) throw new ReeveError("bad-input", `--${flag.name} takes no value`);
    return { text: "" };
  }
  if (value !== undefined) return { text: checked(flag, value) };
  const isValue = next !== undefined && (next === "-" || !next.startsWith("-") || isNegativeNumber(next));
  if (!isValue) throw new ReeveError("bad-input", `--${flag.name} needs a value: ${written(flag)}`);
  return { text: checked(flag, next), isNext: true };
}

function checked({ name, choices }: FlagForm, text: string): string {
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

/**
 * Parses the flags in one word: `--partitions=3`, `-v`, `-vv`, `-ojson`. Combined letters are split up to the first letter that takes a
 * value.
 */
export function flagsIn(word: string, known: readonly FlagForm[] = []): readonly TypedFlag[] {
  if (word.startsWith("--")) {
    const at = word.indexOf("=");
    return at < 0 ? [{ name: word.slice(2) }] : [{ name: word.slice(2, at), value: word.slice(at + 1) }];
  }
  const [, letter = "", rest = ""] = /^-(.)(.*)$/su.exec(word) ?? [];
  if (rest === "") return [{ name: letter }];
  if (flagNamed(known, letter)?.takes === undefined) {
    return [{ name: letter }, ...(rest.startsWith("=") ? [{ name: rest }] : flagsIn(`-${rest}`, known))];
  }
  return [{ name: letter, value: rest.replace(/^=/, "") }];
}

/** The flag with this name or letter. */
export function flagNamed<Form extends FlagForm>(flags: readonly Form[], name: string): Form | undefined {
  return flags.find((flag) => flag.name === name || (name !== "" && flag.short === name));
}

/** Returns a flag in the form that help and messages show, such as `--partitions N`. */
export function written({ name, takes }: FlagForm): string {
  return takes === undefined ? `--${name}` : `--${name} ${takes}`;
}

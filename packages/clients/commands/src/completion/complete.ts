import { isReeveError } from "@reeve/contract";
import { type Command, type Flag, type Group, isCommand, listed, loaded, type Offers } from "../command.ts";
import { everywhere } from "../everywhere.ts";
import { entryNamed } from "../parse/find.ts";
import { flagNamed, flagsIn } from "../parse/flags.ts";

/** A completion, with a description. */
export interface Candidate {
  readonly word: string;
  readonly about: string;
}

/** The words of the command's name, and the flags that were typed so far. */
interface TypedLine {
  readonly path: readonly string[];
  readonly flags: ReadonlyMap<string, string>;
}

/** What completion offers besides files and fixed words. */
type NamedOffers = Exclude<Offers, { readonly files: true } | { readonly words: readonly string[] }>;

/** Finds the candidates for an offer, for example on the server. */
export type FindCandidates = (offers: NamedOffers, line: TypedLine) => Promise<readonly Candidate[]>;

type FindHere = (offers: NamedOffers) => Promise<readonly Candidate[]>;

/** Tells the shell to complete file names itself. */
const FILES: Candidate = { word: ":files", about: "" };

/** The completions of the last word. After an error there are none, because an error message would disturb the command line being typed. */
export async function complete(root: Group, words: readonly string[], find: FindCandidates): Promise<readonly Candidate[]> {
  try {
    return await candidatesFor(root, words, find);
  } catch (thrown) {
    if (isReeveError(thrown)) return [];
    throw thrown;
  }
}

async function candidatesFor(root: Group, words: readonly string[], find: FindCandidates): Promise<readonly Candidate[]> {
  // The shell passes words with their quotes; the quote of the last word may not be closed yet.
  const typed = (words.at(-1) ?? "").replace(/^["']/, "");
  const before = words.slice(0, -1).map((word) => word.replace(/^(["'])(.*)\1$/s, "$2"));
  const asksHelp = before[0] === "help";
  const { target, path, typedWords, flags, pending } = await read(root, asksHelp ? before.slice(1) : before);
  if (asksHelp && isCommand(target)) return [];
  const findHere: FindHere = (offers) => find(offers, { path, flags });
  if (pending) return valuesOf(pending, typed, findHere);
  const known = isCommand(target) ? [...(target.flags ?? []), ...everywhere] : everywhere;
  const [{ name: long, value } = { name: "" }] = typed.startsWith("--") ? flagsIn(typed) : [];
  if (value !== undefined) {
    const name = `--${long}`;
    const flag = flagNamed(known, long);
    const candidates = flag ? await valuesOf(flag, value, findHere) : [];
    return candidates.map((each) => (each === FILES ? each : { ...each, word: `${name}=${each.word}` }));
  }
  if (typed.startsWith("-")) return flagCandidates(known, typed, flags);
  if (!isCommand(target)) {
    const { entries } = await listed(target);
    const candidates = entries.map(({ name, summary }) => ({ word: name, about: summary }));
    return starting(candidates, typed);
  }
  const { positionals = [] } = target;
  const positional = positionals[typedWords.length] ?? positionals.filter(({ many }) => many).at(-1);
  if (!positional) return [];
  const candidates = await offered(positional.offers, typed, findHere);
  // Nothing is named twice in one command.
  return positional.many ? candidates.filter(({ word }) => !typedWords.includes(word)) : candidates;
}

/** A parsed command line, without the word that is being typed. */
interface Line extends TypedLine {
  readonly target: Command | Group;
  /** The positional arguments: the words after the command's name that are not flags. */
  readonly typedWords: readonly string[];
  /** The flag whose value is being typed. */
  readonly pending: Flag | undefined;
}

/** Parses a command line that may be incomplete or wrong, without reporting errors. */
async function read(root: Group, words: readonly string[]): Promise<Line> {
  let target: Command | Group = root;
  let pending: Flag | undefined;
  const path: string[] = [];
  const typedWords: string[] = [];
  const flags = new Map<string, string>();
  for (const word of words) {
    if (pending) {
      flags.set(pending.name, word);
      pending = undefined;
    } else if (word.startsWith("-") && word !== "-") {
      const [name = "", value] = word.replace(/^--?/, "").split("=", 2);
      const flag: Flag | undefined = flagNamed([...((isCommand(target) && target.flags) || []), ...everywhere], name);
      if (flag?.takes !== undefined && value === undefined) pending = flag;
      else flags.set(flag?.name ?? name, value ?? "");
    } else if (isCommand(target)) typedWords.push(word);
    else {
      const entry = await entryNamed(target, word);
      if (!entry) return { target: NOWHERE, path, typedWords, flags, pending };
      target = await loaded(entry);
      path.push(entry.name);
    }
  }
  return { target, path, typedWords, flags, pending };
}

/** Used in place of the command after an unknown word: an empty group, so that nothing is completed there. */
const NOWHERE: Group = { name: "", summary: "", examples: [], entries: [] };

function flagCandidates(known: readonly Flag[], typed: string, taken: ReadonlyMap<string, string>): readonly Candidate[] {
  const open = known.filter(({ refused, name, many }) => refused === undefined && (many || !taken.has(name)));
  const candidates = open.map(({ name, summary }) => ({ word: `--${name}`, about: summary }));
  return starting(candidates, typed);
}

function valuesOf(flag: Flag, typed: string, find: FindHere): Promise<readonly Candidate[]> {
  const offers = flag.choices ? { words: flag.choices } : flag.offers;
  const isList = flag.many || (offers && "live" in offers && offers.isList);
  return isList ? oneMore(offers, typed, find) : offered(offers, typed, find);
}

/** Completes the last item of a comma-separated list. Items that the list already contains are not offered. */
async function oneMore(offers: Offers | undefined, typed: string, find: FindHere): Promise<readonly Candidate[]> {
  const before = typed.slice(0, typed.lastIndexOf(",") + 1);
  const taken = new Set(before.split(","));
  const candidates = await offered(offers, typed.slice(before.length), find);
  return candidates.filter(({ word }) => !taken.has(word)).map((each) => (each === FILES ? each : { ...each, word: before + each.word }));
}

async function offered(offers: Offers | undefined, typed: string, find: FindHere): Promise<readonly Candidate[]> {
  if (!offers) return [];
  if ("files" in offers) return [FILES];
  return starting("words" in offers ? offers.words.map(unexplained) : await find(offers), typed);
}

/** A candidate without a description. */
export function unexplained(word: string): Candidate {
  return { word, about: "" };
}

function starting(candidates: readonly Candidate[], typed: string): readonly Candidate[] {
  return candidates.filter(({ word }) => word.startsWith(typed));
}

import {
  type Command,
  type Context,
  entryNamed,
  everywhere,
  type Flag,
  flagNamed,
  flagsIn,
  type Group,
  isCommand,
  listed,
  loaded,
  type Offers,
} from "@reeve/commands";
import { isReeveError } from "@reeve/contract";
import { type Kind, kindNamed, kinds, listProfiles } from "@reeve/profiles";
import { serviceKind } from "../../services/by-name.ts";

export interface Candidate {
  readonly word: string;
  readonly about: string;
}

/** Tells the shell to complete file names itself. */
const FILES: Candidate = { word: ":files", about: "" };

/** The completions of the last word. After an error there are none, because an error message would disturb the command line being typed. */
export async function complete(root: Group, words: readonly string[], context: Context): Promise<readonly Candidate[]> {
  try {
    return await candidatesFor(root, words, context);
  } catch (thrown) {
    if (isReeveError(thrown)) return [];
    throw thrown;
  }
}

async function candidatesFor(root: Group, words: readonly string[], context: Context): Promise<readonly Candidate[]> {
  // The shell passes words with their quotes; the quote of the last word may not be closed yet.
  const typed = (words.at(-1) ?? "").replace(/^["']/, "");
  const before = words.slice(0, -1).map((word) => word.replace(/^(["'])(.*)\1$/s, "$2"));
  const asksHelp = before[0] === "help";
  const { target, path, typedWords, flags, pending } = await read(root, asksHelp ? before.slice(1) : before);
  if (asksHelp && isCommand(target)) return [];
  if (pending) return valuesOf(pending, typed, { path, flags }, context);
  const known = isCommand(target) ? [...target.flags, ...everywhere] : everywhere;
  const [{ name: long, value } = { name: "" }] = typed.startsWith("--") ? flagsIn(typed) : [];
  if (value !== undefined) {
    const name = `--${long}`;
    const flag = flagNamed(known, long);
    const found = flag ? await valuesOf(flag, value, { path, flags }, context) : [];
    return found.map((each) => (each === FILES ? each : { ...each, word: `${name}=${each.word}` }));
  }
  if (typed.startsWith("-")) return flagCandidates(known, typed, flags);
  if (!isCommand(target))
    return starting(
      (await listed(target)).entries.map(({ name, summary }) => ({ word: name, about: summary })),
      typed,
    );
  const positional = target.positionals[typedWords.length] ?? target.positionals.filter(({ many }) => many).at(-1);
  if (!positional) return [];
  return offered(positional.offers, typed, { path, flags }, context);
}

/** A parsed command line, without the word that is being typed. */
interface Line {
  readonly target: Command | Group;
  readonly path: readonly string[];
  /** The positional arguments: the words after the command's name that are not flags. */
  readonly typedWords: readonly string[];
  readonly flags: ReadonlyMap<string, string>;
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
      const flag: Flag | undefined = flagNamed([...(isCommand(target) ? target.flags : []), ...everywhere], name);
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

function flagCandidates(
  known: readonly Flag[],
  typed: string,
  given: ReadonlyMap<string, string>,
): readonly Candidate[] {
  const open = known.filter(({ refused, name, many }) => refused === undefined && (many || !given.has(name)));
  return starting(
    open.map(({ name, summary }) => ({ word: `--${name}`, about: summary })),
    typed,
  );
}

interface Given {
  readonly path: readonly string[];
  readonly flags: ReadonlyMap<string, string>;
}

function valuesOf(flag: Flag, typed: string, given: Given, context: Context): Promise<readonly Candidate[]> {
  const offers = flag.choices ? { words: flag.choices } : flag.offers;
  const isList = flag.many || (offers && "live" in offers && offers.isList);
  return isList ? oneMore(offers, typed, given, context) : offered(offers, typed, given, context);
}

/** Completes the last item of a comma-separated list. Items that the list already contains are not offered. */
async function oneMore(
  offers: Offers | undefined,
  typed: string,
  given: Given,
  context: Context,
): Promise<readonly Candidate[]> {
  const before = typed.slice(0, typed.lastIndexOf(",") + 1);
  const taken = new Set(before.split(","));
  const found = await offered(offers, typed.slice(before.length), given, context);
  return found
    .filter(({ word }) => !taken.has(word))
    .map((each) => (each === FILES ? each : { ...each, word: before + each.word }));
}

async function offered(
  offers: Offers | undefined,
  typed: string,
  given: Given,
  context: Context,
): Promise<readonly Candidate[]> {
  if (!offers) return [];
  if ("files" in offers) return [FILES];
  if ("profiles" in offers) {
    return starting(
      listProfiles(context.processContext).map(({ name, url }) => ({ word: name, about: url })),
      typed,
    );
  }
  const names = await wordsOf(offers, given, context);
  return starting(
    names.map((word) => ({ word, about: "" })),
    typed,
  );
}

type InWords = Exclude<Offers, { readonly files: true } | { readonly profiles: true }>;

async function wordsOf(offers: InWords, { path, flags }: Given, context: Context): Promise<readonly string[]> {
  const [command = ""] = path;
  if ("words" in offers) return offers.words;
  if ("revisions" in offers) return revisionsOf(offers.revisions === "alone" ? kindNamed(command) : undefined);
  const { instanceCandidates, liveCandidates } = await import("./live.ts");
  if ("instances" in offers) return instanceCandidates(command, flags, context);
  return liveCandidates(command, offers.live, flags, context);
}

async function revisionsOf(kind: Kind | undefined): Promise<readonly string[]> {
  if (kind) return (await serviceKind(kind)).api.revisions;
  const apis = await Promise.all(kinds.map(async (each) => (await serviceKind(each)).api));
  return apis.flatMap(({ name, revisions }) => revisions.map((revision) => `${name}=${revision}`));
}

function starting(candidates: readonly Candidate[], typed: string): readonly Candidate[] {
  return candidates.filter(({ word }) => word.startsWith(typed));
}

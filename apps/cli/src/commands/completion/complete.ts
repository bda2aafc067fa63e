import { isReeveError } from "@reeve/contract";
import { listProfiles } from "@reeve/profiles";
import { type Command, type Flag, type Group, isCommand, loaded, type Offers } from "../../model/command.ts";
import type { Context } from "../../model/context.ts";
import { everywhere } from "../../model/everywhere.ts";
import { entryNamed } from "../../parse/find.ts";
import { flagNamed } from "../../parse/flags.ts";
import { liveCandidates } from "./live.ts";

/** Something to complete to, and what it is. */
export interface Candidate {
  readonly word: string;
  readonly about: string;
}

/** What a shell is to do for itself. */
const FILES: Candidate = { word: ":files", about: "" };

/** What may stand in place of the last word. Whatever goes wrong gives nothing: nobody wants an error while typing. */
export async function complete(root: Group, words: readonly string[], context: Context): Promise<readonly Candidate[]> {
  try {
    return await candidatesFor(root, words, context);
  } catch (thrown) {
    if (isReeveError(thrown)) return [];
    throw thrown;
  }
}

async function candidatesFor(root: Group, words: readonly string[], context: Context): Promise<readonly Candidate[]> {
  const typed = words.at(-1) ?? "";
  const { target, path, typedWords, flags, pending } = await read(root, words.slice(0, -1));
  if (pending) return valuesOf(pending, typed, { path, flags }, context);
  const known = isCommand(target) ? [...target.flags, ...everywhere] : everywhere;
  const [name = "", value] = typed.split("=", 2);
  if (typed.startsWith("--") && value !== undefined) {
    const flag = flagNamed(known, name.slice(2));
    const found = flag ? await valuesOf(flag, value, { path, flags }, context) : [];
    return found.map((each) => (each === FILES ? each : { ...each, word: `${name}=${each.word}` }));
  }
  if (typed.startsWith("-")) return flagCandidates(known, typed, flags);
  if (!isCommand(target))
    return starting(
      target.entries.map(({ name, summary }) => ({ word: name, about: summary })),
      typed,
    );
  const positional = target.positionals[typedWords.length] ?? target.positionals.filter(({ many }) => many).at(-1);
  if (!positional) return [];
  return offered(positional.offers, typed, { path, flags }, context);
}

/** A command line up to the word that is being typed. */
interface Line {
  readonly target: Command | Group;
  readonly path: readonly string[];
  /** Words after the command's own. */
  readonly typedWords: readonly string[];
  readonly flags: ReadonlyMap<string, string>;
  /** A flag that waits for its value. */
  readonly pending: Flag | undefined;
}

/** Reads a line that may be wrong, as far as it goes. */
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
      const entry = entryNamed(target, word);
      if (!entry) return { target: NOWHERE, path, typedWords, flags, pending };
      target = await loaded(entry);
      path.push(entry.name);
    }
  }
  return { target, path, typedWords, flags, pending };
}

/** Where a word leads that is no command: there is nothing to offer. */
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
  return offered(offers, typed, given, context);
}

async function offered(
  offers: Offers | undefined,
  typed: string,
  given: Given,
  context: Context,
): Promise<readonly Candidate[]> {
  if (!offers) return [];
  if ("files" in offers) return [FILES];
  if ("words" in offers)
    return starting(
      offers.words.map((word) => ({ word, about: "" })),
      typed,
    );
  if ("profiles" in offers) {
    return starting(
      listProfiles(context.surroundings).map(({ name, url }) => ({ word: name, about: url })),
      typed,
    );
  }
  const names = await liveCandidates(given.path[0] ?? "", offers.live, given.flags, context);
  return starting(
    names.map((word) => ({ word, about: "" })),
    typed,
  );
}

function starting(candidates: readonly Candidate[], typed: string): readonly Candidate[] {
  return candidates.filter(({ word }) => word.startsWith(typed));
}

import { ReeveError } from "@reeve/contract";
import { didYouMean } from "@reeve/terminal";
import { type Command, type Entry, type Flag, type Group, isCommand, listed, loaded, SERVICES } from "../command.ts";
import { everywhere } from "../everywhere.ts";
import { flagNamed, flagsIn } from "./flags.ts";
import { meantBy } from "./habits.ts";

/** The command that a command line names, and the remaining words. */
interface CommandMatch {
  readonly target: Command | Group;
  /** The words of the command's name; an alias is replaced by the name itself. */
  readonly path: readonly string[];
  /** The flags and the other words, in the order in which they were typed. */
  readonly rest: readonly string[];
}

/** Finds the command of a command line. Flags may be anywhere, even before and between the command's words. */
export async function find(root: Group, line: readonly string[]): Promise<CommandMatch> {
  const path: string[] = [];
  const rest: string[] = [];
  let target: Command | Group = root;
  for (let at = 0; at < line.length; at++) {
    const word = line[at] ?? "";
    if (word === "--" || isCommand(target)) return { target, path, rest: [...rest, ...line.slice(at)] };
    if (word.startsWith("-") && word !== "-") {
      rest.push(word);
      if (await takesNext(word, line[at + 1], target)) rest.push(line[++at] ?? "");
      continue;
    }
    const entry = await entryNamed(target, word);
    if (!entry) throw await unknownWord(word, path, target);
    target = await loaded(entry);
    path.push(entry.name);
  }
  const only = isCommand(target) ? undefined : await onlyRead(target);
  return only ? { target: only, path: [...path, only.name], rest } : { target, path, rest };
}

/** The single command of a group, if it only reads: `reeve fs status` is short for `reeve fs status show`. */
async function onlyRead({ entries }: Group): Promise<Command | undefined> {
  const [entry, ...others] = entries;
  if (!entry || others.length > 0) return undefined;
  const command = await loaded(entry);
  const isShort = isCommand(command) && command.effect === "read" && !command.positionals?.some((each) => each.required);
  return isShort ? command : undefined;
}

/**
 * Whether the word after a flag is the flag's value, if the flag precedes the command's name. For general flags this is known; for other
 * flags it is guessed.
 */
async function takesNext(word: string, next: string | undefined, group: Group): Promise<boolean> {
  if (next === undefined || word.includes("=")) return false;
  const [first] = flagsIn(word);
  const flag: Flag | undefined = first && flagNamed(everywhere, first.name);
  if (flag) return flag.takes !== undefined && first?.value === undefined;
  return word.startsWith("--") && !next.startsWith("-") && (await entryNamed(group, next)) === undefined;
}

/** Finds an entry of a group by its name or alias, or by the name that other tools use for it. */
export async function entryNamed(group: Group, word: string): Promise<Entry | undefined> {
  return entryIn(group.entries, word) ?? (group.more && entryIn(await group.more(), word));
}

function entryIn(entries: readonly Entry[], word: string): Entry | undefined {
  for (const each of [word, ...meantBy(word)]) {
    const match = entries.find(({ name, aliases = [] }) => name === each || aliases.includes(each));
    if (match) return match;
  }
  return undefined;
}

async function unknownWord(word: string, path: readonly string[], group: Group): Promise<ReeveError> {
  const { entries } = await listed(group);
  const names = entries.flatMap(({ name, aliases = [] }) => [name, ...aliases]);
  const whole = ["reeve", ...path].join(" ");
  const advice =
    (await withinServices(word, path, group)) || didYouMean(word, names) || ` There are: ${entries.map(({ name }) => name).join(", ")}.`;
  return new ReeveError("bad-input", `unknown command ${JSON.stringify(word)} for ${whole}.${advice}`);
}

/** For a command line without a service, such as `reeve topics`: names the services that have a command or noun of this name. */
async function withinServices(word: string, path: readonly string[], { entries }: Group): Promise<string> {
  if (path.length > 0) return "";
  const having: string[] = [];
  for (const entry of entries) {
    if (!("heading" in entry) || entry.heading !== SERVICES) continue;
    const service = await loaded(entry);
    if (!isCommand(service) && entryIn(service.entries, word)) having.push(`reeve ${entry.name} ${word}`);
  }
  return having.length === 0 ? "" : ` Name the service: ${having.join(", ")}.`;
}

import type { Effect } from "@reeve/contract";
import type { Context } from "./context.ts";
import type { ParsedArguments } from "./parsed-arguments.ts";

/** A positional argument such as `<topic>`. */
export interface Positional {
  readonly name: string;
  readonly summary: string;
  readonly required: boolean;
  /** What help and messages show instead of the name, such as `name=value`. */
  readonly placeholder?: string;
  /** Whether the argument takes all remaining words. */
  readonly many?: boolean;
  /** What completion offers for the argument, such as the topics that exist on the server, or fixed words. */
  readonly offers?: Offers;
}

export interface Flag {
  /** The flag's name without its dashes. */
  readonly name: string;
  /** The letter of the short form. Only frequently used flags have one. */
  readonly short?: string;
  /** The placeholder of the flag's value in help, such as `N` or `FILE`. A flag without a placeholder is a switch. */
  readonly takes?: string;
  readonly summary: string;
  readonly required?: boolean;
  /** Whether the flag may be given several times, or with a list that is separated by commas. */
  readonly many?: boolean;
  readonly choices?: readonly string[];
  readonly offers?: Offers;
  /** The reason why the flag is refused. It is set for flags that users may expect, but that would take a secret as an argument. */
  readonly refused?: string;
}

/** What completion offers for a value: names that exist on the server, files, or fixed words. */
export type Offers =
  | { readonly live: string /** Whether several names, separated by commas, form one value. */; readonly isList?: true }
  | { readonly files: true }
  | { readonly words: readonly string[] }
  /** The names of instances; `with-kind`: as pairs such as `broker=kafka` if the command has no kind. */
  | { readonly instances: "alone" | "with-kind" }
  /** The revisions of the command's kind, or pairs such as `broker=R3` for a command without a kind. */
  | { readonly revisions: "alone" | "with-kind" }
  | { readonly profiles: true };

interface Named {
  readonly name: string;
  readonly aliases?: readonly string[];
  readonly summary: string;
}

interface Described extends Named {
  readonly about?: string;
  /** Command lines without the first word, `reeve`. */
  readonly examples: readonly string[];
}

export interface Command extends Described {
  readonly positionals?: readonly Positional[];
  /** The flags besides those of every command. */
  readonly flags?: readonly Flag[];
  readonly effect: Effect;
  /** Whether the command reports missing arguments itself, together with other mistakes. */
  readonly listsMissing?: boolean;
  /** Whether the command supports `--dry-run`. Commands that only read accept this flag in any case. */
  readonly hasDryRun?: boolean;
  /** Whether the command compares, always or in a dry run. Its exit code 2 then means that there are changes. */
  readonly compares?: "always" | "dry-run";
  /** The revisions that have the command, with their routes. */
  readonly routes?: readonly { readonly revision: string; readonly route: string }[];
  run(args: ParsedArguments, context: Context): Promise<void>;
}

export interface Group extends Described {
  readonly entries: readonly Entry[];
  /** Loads the entries that another package brings. They are loaded only to find a name that `entries` lacks, and to list everything. */
  more?(): Promise<readonly Entry[]>;
}

/** A command or a group that is loaded when it is needed. */
export interface Deferred extends Named {
  /** The heading under which the overview lists the entry. */
  readonly heading?: string;
  /** Whether the package with the command is not installed. The command is then not listed, and loading it throws an error that says so. */
  readonly isAbsent?: boolean;
  load(): Promise<Command | Group>;
}

/** A command or a group, perhaps not loaded yet. */
export type Entry = Command | Group | Deferred;

/** Returns a command or group, which is loaded if it is deferred. */
export function loaded(entry: Entry): Promise<Command | Group> {
  return "load" in entry ? entry.load() : Promise.resolve(entry);
}

/** Returns a group with all entries that can be used, in the order in which they are listed; a command is returned unchanged. */
export async function listed<Target extends Command | Group>(target: Target): Promise<Target> {
  if (isCommand(target) || !target.more) return target;
  const brought = (await target.more()).filter((entry) => !("isAbsent" in entry && entry.isAbsent));
  const headings = new Set(brought.map(headingOf));
  const at = target.entries.findIndex((entry) => headings.has(headingOf(entry)));
  return { ...target, entries: target.entries.toSpliced(at < 0 ? Number.POSITIVE_INFINITY : at, 0, ...brought) };
}

function headingOf(entry: Entry): string | undefined {
  return "heading" in entry ? entry.heading : undefined;
}

/** Whether the entry is a command; otherwise it is a group. */
export function isCommand(entry: Command | Group): entry is Command {
  return "run" in entry;
}

/** The heading of the service groups. */
export const SERVICES = "Services";

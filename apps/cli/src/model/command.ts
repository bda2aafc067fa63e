import type { Effect } from "@reeve/contract";
import type { Context } from "./context.ts";
import type { Given } from "./given.ts";

/** A positional argument: `<topic>`. */
export interface Positional {
  readonly name: string;
  readonly summary: string;
  readonly required: boolean;
  /** Takes all remaining words. */
  readonly many?: boolean;
  /** What completion offers: names such as `topics`, or fixed words. */
  readonly offers?: Offers;
}

/** A flag, which begins with two dashes. */
export interface Flag {
  /** Without its dashes. */
  readonly name: string;
  /** A short form, for frequent flags. */
  readonly short?: string;
  /** The placeholder of its value in help: `N`, `FILE`. Without one it is a switch. */
  readonly takes?: string;
  readonly summary: string;
  readonly required?: boolean;
  /** May be given several times, or take a list with commas. */
  readonly many?: boolean;
  /** The only allowed values. */
  readonly choices?: readonly string[];
  readonly offers?: Offers;
  /** Why it is refused, for flags that users try although they are not allowed: secrets as arguments. */
  readonly refused?: string;
}

/** What completion offers for the value: names on the server, files, or words. */
export type Offers =
  | { readonly live: string }
  | { readonly files: true }
  | { readonly words: readonly string[] }
  /** Names of services. */
  | { readonly instances: true }
  /** Revisions of the command's kind; `broker=R3` for commands of no kind. */
  | { readonly revisions: "alone" | "with-kind" }
  | { readonly profiles: true };

/** A command. */
export interface Command {
  readonly name: string;
  readonly aliases?: readonly string[];
  readonly summary: string;
  readonly about?: string;
  /** Command lines without the first word, `reeve`. */
  readonly examples: readonly string[];
  readonly positionals: readonly Positional[];
  readonly flags: readonly Flag[];
  readonly effect: Effect;
  /** Whether it reports missing arguments itself, together with other mistakes. */
  readonly listsMissing?: boolean;
  /** Whether it supports `--dry-run`. A command that only reads may be run all the same. */
  readonly hasDryRun?: boolean;
  /** The revisions that have it, with their routes. */
  readonly routes?: readonly { readonly revision: string; readonly route: string }[];
  run(given: Given, context: Context): Promise<void>;
}

/** A group of commands. */
export interface Group {
  readonly name: string;
  readonly aliases?: readonly string[];
  readonly summary: string;
  readonly about?: string;
  readonly examples: readonly string[];
  readonly entries: readonly Entry[];
}

/** A command or a group that is loaded when it is needed. */
export interface Deferred {
  readonly name: string;
  readonly aliases?: readonly string[];
  readonly summary: string;
  /** Its heading in the overview. */
  readonly heading?: string;
  load(): Promise<Command | Group>;
}

/** A command or a group, perhaps not loaded yet. */
export type Entry = Command | Group | Deferred;

/** A command or group, loaded. */
export function loaded(entry: Entry): Promise<Command | Group> {
  return "load" in entry ? entry.load() : Promise.resolve(entry);
}

/** Whether it is a command, and not a group. */
export function isCommand(entry: Command | Group): entry is Command {
  return "run" in entry;
}

/** The heading of the services. */
export const SERVICES = "Services";

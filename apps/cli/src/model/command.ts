import type { Effect } from "@reeve/contract";
import type { Context } from "./context.ts";
import type { Given } from "./given.ts";

/** A word that stands for what a command is about: `<topic>`. */
export interface Positional {
  readonly name: string;
  readonly summary: string;
  readonly required: boolean;
  /** Takes all words that are left. */
  readonly many?: boolean;
  /** What completion offers: `topics`, or words that are known. */
  readonly offers?: Offers;
}

/** Something that begins with two dashes. */
export interface Flag {
  /** Without its dashes. */
  readonly name: string;
  /** One letter, for those that are typed often. */
  readonly short?: string;
  /** What it takes, as help shows it: `N`, `FILE`. A flag without it is a switch. */
  readonly takes?: string;
  readonly summary: string;
  readonly required?: boolean;
  /** May be given several times, or take a list with commas. */
  readonly many?: boolean;
  /** The only words that it takes. */
  readonly choices?: readonly string[];
  readonly offers?: Offers;
  /** Why it is refused, for what people try although it must not be: secrets as arguments. */
  readonly refused?: string;
}

/** What completion offers for a value: names that live on the server, files, or words. */
export type Offers =
  | { readonly live: string }
  | { readonly files: true }
  | { readonly words: readonly string[] }
  /** Names of services. */
  | { readonly instances: true }
  /** Revisions of the kind that the command is of; as `broker=R3` where it is of none, or where only that is taken. */
  | { readonly revisions: "alone" | "with-kind" }
  | { readonly profiles: true };

/** Something that can be done. */
export interface Command {
  readonly name: string;
  readonly aliases?: readonly string[];
  readonly summary: string;
  readonly about?: string;
  /** Command lines without their first word, `reeve`. */
  readonly examples: readonly string[];
  readonly positionals: readonly Positional[];
  readonly flags: readonly Flag[];
  readonly effect: Effect;
  /** Whether it says itself what is missing, together with what is wrong with the rest. */
  readonly tellsMissing?: boolean;
  /** Whether `--dry-run` has a meaning for it. One that only reads may be run all the same. */
  readonly hasDryRun?: boolean;
  /** The revisions that have it, and how each asks for it. */
  readonly routes?: readonly { readonly revision: string; readonly route: string }[];
  run(given: Given, context: Context): Promise<void>;
}

/** Commands that belong together. */
export interface Group {
  readonly name: string;
  readonly aliases?: readonly string[];
  readonly summary: string;
  readonly about?: string;
  readonly examples: readonly string[];
  readonly entries: readonly Entry[];
}

/** A command or a group that is loaded when it is named. */
export interface Deferred {
  readonly name: string;
  readonly aliases?: readonly string[];
  readonly summary: string;
  /** The heading that it stands under in the overview. */
  readonly heading?: string;
  load(): Promise<Command | Group>;
}

/** What a word may stand for. */
export type Entry = Command | Group | Deferred;

/** A command or group, loaded. */
export function loaded(entry: Entry): Promise<Command | Group> {
  return "load" in entry ? entry.load() : Promise.resolve(entry);
}

/** Whether something can be done with it, rather than within it. */
export function isCommand(entry: Command | Group): entry is Command {
  return "run" in entry;
}

/** The heading that the services stand under. */
export const SERVICES = "Services";

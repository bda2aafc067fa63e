import type { Conversation, Terminal } from "@reeve/terminal";
import type { InFlight } from "./evaluate/in-flight.ts";
import type { ShellFlags } from "./flags.ts";
import type { ShellLimits } from "./limits.ts";
import type { Drawings } from "./show/drawings.ts";
import type { ShellSecrets } from "./show/secrets.ts";
import type { ResultFormat } from "./show/write.ts";

/** The state that all parts of a shell share. */
export interface Shell {
  readonly flags: ShellFlags;
  readonly limits: ShellLimits;
  readonly terminal: Terminal;
  readonly inFlight: InFlight;
  readonly drawings: Drawings;
  readonly secrets: ShellSecrets;
  /** Maps a watch to the function that runs the watch to its end. The function is called if the watch is the result of a typed line. */
  readonly followers: WeakMap<object, () => Promise<unknown>>;
  /** The options that a user can change while the shell runs. */
  readonly switches: { format: ResultFormat; trace: boolean };
  /** Factor for the durations of simulated clusters: 1 for people, and 0 for no delays. */
  readonly pace: number;
  /** Whether a user can see progress output. */
  readonly isVerbose: boolean;
  /** Asks the user questions; undefined without a terminal. */
  conversation(): Conversation | undefined;
  /** Writes a line to standard error. */
  note(line: string): void;
  /** Called when something in the prompt has changed. */
  changed(): void;
}

import type { Conversation, Terminal } from "@reeve/terminal";
import { createInFlight, type InFlight } from "../evaluate/in-flight.ts";
import { isSecretVariable } from "../history/redact-line.ts";
import { createDrawings, type Drawings } from "../show/drawings.ts";
import { createSecrets, type ShellSecrets } from "../show/secrets.ts";
import type { ResultFormat } from "../show/write.ts";
import type { ShellFlags, ShellLimits } from "./flags.ts";

/** The state that all parts of a shell share. */
export interface ShellState {
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

/** What differs between an interactive shell and a script. */
type ShellOptions = Pick<ShellState, "pace" | "isVerbose" | "conversation" | "changed"> & Partial<Pick<ShellState, "limits">>;

/** Makes the state that all parts of a shell share. */
export function makeShell(flags: ShellFlags, terminal: Terminal, options: ShellOptions): ShellState {
  const secrets = createSecrets();
  for (const [name, value = ""] of Object.entries(process.env)) {
    // Short values are not redacted, because they are not secrets: for example, the value of `USE_TOKEN=true`.
    if (value.length >= 8 && isSecretVariable(name)) secrets.add(value);
  }
  return {
    flags,
    terminal,
    inFlight: createInFlight(),
    limits: {},
    drawings: createDrawings(),
    secrets,
    followers: new WeakMap(),
    switches: { format: flags.json ? "json" : "table", trace: false },
    note: (line) => {
      const { paint } = terminal.notes.style();
      terminal.notes.write(`${paint.dim(secrets.redact(line))}\n`);
    },
    ...options,
  };
}

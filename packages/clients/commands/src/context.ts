import { ReeveError } from "@reeve/contract";
import type { ProcessContext } from "@reeve/profiles";
import type { Terminal } from "@reeve/terminal";

/** The parts of the process that a command uses, and the signals that end the command. */
export interface Context {
  readonly terminal: Terminal;
  readonly processContext: ProcessContext;
  /** Aborted by Ctrl-C and by the timeout of the whole command, with the error that ends the command. */
  readonly signal: AbortSignal;
  /** Aborted by Ctrl-C only, for commands that report the timeout themselves. */
  readonly interruption: AbortSignal;
  /** Aborted by the timeout of the whole command only. */
  readonly over: AbortSignal;
  /** Milliseconds until the timeout of the whole command; undefined without a timeout. */
  left(): number | undefined;
  /** Says that the command has found changes, which its exit code then tells. */
  foundChanges(): void;
  /** Milliseconds since 1970. */
  now(): number;
  /** Reads all of standard input. */
  readInput(): Promise<Uint8Array>;
}

/** The signals that stop a command early. */
type Ending = Pick<Context, "signal" | "interruption" | "over" | "left">;

/** The signals of a command, with the functions that abort them. */
export interface Endable {
  readonly ending: Ending;
  /** Aborts the signals because the user pressed Ctrl-C or the process received the signal `name`. */
  interrupt(name: string): void;
  /** Starts the timeout of the whole command. Its error shows `typed`, the timeout as the user wrote it. */
  limit(milliseconds: number, typed: string): void;
  /** Stops the timer of the timeout. */
  stop(): void;
}

/** Creates the signals of a command. The abort reason of a signal is the error with which the command ends. */
export function endable(now: () => number): Endable {
  const interruption = new AbortController();
  const over = new AbortController();
  let end: number | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    ending: {
      signal: AbortSignal.any([interruption.signal, over.signal]),
      interruption: interruption.signal,
      over: over.signal,
      left: () => (end === undefined ? undefined : Math.max(1, end - now())),
    },
    interrupt: (name) => interruption.abort(new ReeveError("cancelled", "interrupted", {}, { cause: name })),
    limit: (milliseconds, typed) => {
      end = now() + milliseconds;
      const error = new ReeveError("timed-out", `the command did not finish within ${typed} (--timeout)`);
      timer = setTimeout(() => over.abort(error), milliseconds);
    },
    stop: () => clearTimeout(timer),
  };
}

/** Erases the line on which the terminal has printed ^C, so that the message begins the line. */
export function afterControlC(notes: Terminal["notes"]): string {
  return notes.screen() ? "\r\u001b[K" : "";
}

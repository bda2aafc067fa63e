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

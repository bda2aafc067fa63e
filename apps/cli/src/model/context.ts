import type { ProcessContext } from "@reeve/profiles";
import type { Terminal } from "@reeve/terminal";

/** The parts of the process that a command uses. */
export interface Context {
  readonly terminal: Terminal;
  readonly processContext: ProcessContext;
  /** Aborted by Ctrl-C, and by the timeout of the whole command, with the error that the command then ends with. */
  readonly signal: AbortSignal;
  /** Aborted by Ctrl-C only, for commands that report the timeout themselves. */
  readonly interruption: AbortSignal;
  /** Aborted by the timeout of the whole command only. */
  readonly over: AbortSignal;
  /** Milliseconds until the timeout of the whole command; undefined without one. */
  left(): number | undefined;
  /** Milliseconds since 1970. */
  now(): number;
  /** All of standard input. */
  readInput(): Promise<Buffer>;
}

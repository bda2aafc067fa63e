import type { Surroundings } from "@reeve/profiles";
import type { Terminal } from "@reeve/terminal";

/** What a command has of the process that it runs in. */
export interface Context {
  readonly terminal: Terminal;
  readonly surroundings: Surroundings;
  /** Aborted by Ctrl-C, and when the time for the whole command is over: with the error that it then ends with. */
  readonly signal: AbortSignal;
  /** Aborted by Ctrl-C only: for what says in its own words that time is over. */
  readonly interruption: AbortSignal;
  /** Aborted when the time for the whole command is over, and by nothing else. */
  readonly over: AbortSignal;
  /** Milliseconds that are left of the time for the whole command; undefined where it has no limit. */
  left(): number | undefined;
  /** Milliseconds since 1970. */
  now(): number;
  /** All of standard input. */
  readInput(): Promise<Buffer>;
}

import type { Surroundings } from "@reeve/profiles";
import type { Terminal } from "@reeve/terminal";

/** What a command has of the process that it runs in. */
export interface Context {
  readonly terminal: Terminal;
  readonly surroundings: Surroundings;
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal;
  /** Milliseconds since 1970. */
  now(): number;
  /** All of standard input, as text. */
  readInput(): Promise<string>;
}

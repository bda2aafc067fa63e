import type { Conversation, Terminal } from "@reeve/terminal";
import type { InFlight } from "./evaluate/in-flight.ts";
import type { Flags } from "./flags.ts";
import type { Limits } from "./limits.ts";
import type { Drawings } from "./show/drawings.ts";
import type { Secrets } from "./show/secrets.ts";
import type { Format } from "./show/write.ts";

/** Shared by all parts of one session. */
export interface Shell {
  readonly flags: Flags;
  readonly limits: Limits;
  readonly terminal: Terminal;
  readonly inFlight: InFlight;
  readonly drawings: Drawings;
  readonly secrets: Secrets;
  /** Values that are followed to their end when they are the result of a line. */
  readonly followers: WeakMap<object, () => Promise<unknown>>;
  /** What a user can switch during a session. */
  readonly switches: { format: Format; trace: boolean };
  /** The speed of simulated clusters: 1 for people, 0 for as fast as possible. */
  readonly pace: number;
  /** Whether a user watches progress output. */
  readonly isVerbose: boolean;
  /** A dialogue with the user, if there is one. */
  conversation(): Conversation | undefined;
  /** Writes notes to standard error. */
  note(line: string): void;
  /** Called when something in the prompt has changed. */
  changed(): void;
}

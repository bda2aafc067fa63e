import type { Conversation, Terminal } from "@reeve/terminal";
import type { InFlight } from "./evaluate/in-flight.ts";
import type { Flags } from "./flags.ts";
import type { Limits } from "./limits.ts";
import type { Drawings } from "./show/drawings.ts";
import type { Secrets } from "./show/secrets.ts";
import type { Format } from "./show/write.ts";

/** What all parts of one session share. */
export interface Shell {
  readonly flags: Flags;
  readonly limits: Limits;
  readonly terminal: Terminal;
  readonly inFlight: InFlight;
  readonly drawings: Drawings;
  readonly secrets: Secrets;
  /** What is followed to its end if it is the result of a line. */
  readonly followers: WeakMap<object, () => Promise<unknown>>;
  /** What a person can switch while the session goes on. */
  readonly switches: { format: Format; trace: boolean };
  /** How fast simulated clusters are: 1 for people, 0 is as fast as it can. */
  readonly pace: number;
  /** Whether a user watches progress output. */
  readonly isTold: boolean;
  /** A dialogue with the user, if there is one. */
  conversation(): Conversation | undefined;
  /** Writes notes beside the results. */
  note(line: string): void;
  /** Called when something in the prompt has changed. */
  changed(): void;
}

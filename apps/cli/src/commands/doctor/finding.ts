import type { ReeveError } from "@reeve/contract";

/** What was found out about one thing. */
export interface Finding {
  readonly check: string;
  /** `told` is neither good nor bad: it is how things are set. */
  readonly state: "good" | "bad" | "unknown" | "told";
  readonly told: string;
  /** What to do. */
  readonly advice?: string;
  readonly error?: ReeveError;
}

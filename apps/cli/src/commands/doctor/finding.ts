import type { ReeveError } from "@reeve/contract";

/** The result of a check. */
export interface Finding {
  readonly check: string;
  /** `info` is neutral: it only reports a setting. */
  readonly state: "good" | "bad" | "unknown" | "info";
  readonly message: string;
  /** What to do. */
  readonly advice?: string;
  readonly error?: ReeveError;
}

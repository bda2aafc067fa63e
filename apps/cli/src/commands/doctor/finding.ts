import type { ReeveError } from "@reeve/contract";

/** The result of a check. */
export interface Finding {
  readonly check: string;
  /** The state `info` means that nothing was checked: the finding only shows a setting. */
  readonly state: "good" | "bad" | "unknown" | "info";
  readonly message: string;
  readonly advice?: string;
  readonly error?: ReeveError;
}

import type { Query } from "@reeve/terminal";
import type { Format } from "./everywhere.ts";

/** The output of a command: its format and query. */
export interface OutputChoice {
  readonly format: Format;
  readonly query?: Query;
}

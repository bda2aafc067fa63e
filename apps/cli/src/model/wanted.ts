import type { Query } from "@reeve/terminal";
import type { Format } from "./everywhere.ts";

/** How a result is wanted. */
export interface Wanted {
  readonly format: Format;
  /** What is to be taken out of it. */
  readonly query?: Query;
}

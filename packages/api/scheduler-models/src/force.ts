import { about, choice } from "@reeve/contract";
import * as v from "valibot";

/** Overrides the refusal of a replacement that would lose data. */
export interface Force {
  /** Delete the node's volumes even if they hold the only copy of data, or if that is unknown; only the Reeve service supports this. */
  readonly force?: "data-loss";
}

/** The input field of `Force`. */
export const force: v.ExactOptionalSchema<v.GenericSchema<"data-loss">, undefined> = about(
  "delete the node's volumes even if they hold the only copy of data, or if that is unknown; only the Reeve service supports this",
  v.exactOptional(choice("data-loss")),
);

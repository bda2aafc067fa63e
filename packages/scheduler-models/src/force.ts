import { about, choice } from "@reeve/contract";
import * as v from "valibot";

/** Overrides the engine's refusal of a replacement. */
export interface Force {
  readonly force?: "data-loss";
}

/** The field of the input. */
export const force: v.ExactOptionalSchema<v.GenericSchema<"data-loss">, undefined> = about(
  "delete its volumes even if they hold the only copy of data, or if that is unknown; only Reeve's own service takes it",
  v.exactOptional(choice("data-loss")),
);

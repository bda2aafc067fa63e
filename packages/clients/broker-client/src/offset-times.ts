import { offsetTimeAsNumber } from "@reeve/broker-models";
import type { FallbackSpelling } from "@reeve/client";

/** Older servers accept the times `first` and `last` only as numbers, and answer 400 or 500 to the words. */
export const offsetTimes: FallbackSpelling = {
  operation: "topics.offsets",
  field: "time",
  refusedWith: [400, 500],
  spell: (text) => (text === "first" || text === "last" ? offsetTimeAsNumber[text] : undefined),
};

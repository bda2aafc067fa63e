import { callOperation, type RawAnswer, type ShowsPlans } from "@reeve/client";
import type { Plan } from "@reeve/scheduler-models";

/** Plans as callers get them, and beside each what the server sent. */
export interface SeenPlans extends ShowsPlans {
  /** The answer that the last plan came with. */
  last(): RawAnswer;
}

/** Shows plans through a client, and keeps the answer that each came with: `--json` writes what the server sent. */
export function seenPlans(client: object): SeenPlans {
  let last: RawAnswer | undefined;
  return {
    plans: {
      show: async (input, options) => {
        last = await callOperation(client, "plans.show", input, options);
        return last.read() as Plan;
      },
    },
    last: () => {
      if (!last) throw new Error("no plan has been shown yet");
      return last;
    },
  };
}

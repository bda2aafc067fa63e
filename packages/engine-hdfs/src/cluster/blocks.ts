import type { Clock, Readiness } from "@reeve/orchestrator";
import type { NameView } from "./name-nodes.ts";

/** Whether every block has its copies. */
export interface Blocks {
  whole(active: NameView): Readiness;
}

/** Milliseconds without any progress after which the missing copies have nowhere to go. */
const STUCK = 15_000;

/** Follows how many blocks lack copies. Where no copy is being made and none was for a while, more data nodes would be needed. */
export function followBlocks(clock: Pick<Clock, "now">): Blocks {
  let last = { lacking: 0, since: 0 };
  return {
    whole({ low, pending, missing }) {
      const lacking = low + pending;
      if (lacking === 0) {
        last = { lacking, since: 0 };
        return { ready: true };
      }
      if (last.lacking !== lacking || pending > 0) last = { lacking, since: clock.now() };
      const blocks = lacking === 1 ? "1 block has" : `${lacking} blocks have`;
      const lost = missing === 0 ? "" : `, ${missing} of them none`;
      const reason = `${blocks} fewer copies than asked for${lost}`;
      return clock.now() - last.since < STUCK ? { ready: false, reason } : { ready: true, note: reason };
    },
  };
}

import type { Clock, Readiness } from "@reeve/orchestrator";
import type { Calls } from "./calls.ts";
import type { Members } from "./members.ts";
import type { NameView } from "./name-nodes.ts";

interface BlocksContext {
  readonly clock: Pick<Clock, "now">;
  readonly members: Members;
  readonly calls: Calls;
}

/** Tells whether all blocks have as many replicas as configured. */
export interface Blocks {
  whole(active: NameView, signal: AbortSignal): Promise<Readiness>;
}

/**
 * Milliseconds without progress after which a rollout continues. By then, there is probably no data node on which the missing replicas
 * could be placed.
 */
const STUCK = 15_000;

/** Minimum interval in milliseconds between two requests for block reports. */
const BETWEEN_REPORTS = 10_000;

/**
 * Follows the number of under-replicated blocks. If the number stays the same for a while and no replica is being made, waiting does not
 * help, because there are not enough data nodes.
 */
export function followBlocks({ clock, members, calls }: BlocksContext): Blocks {
  let last = { lacking: 0, since: 0 };
  let reported = -Infinity;

  /**
   * Makes all data nodes send block reports. After a failover, the active name node needs these reports before it deletes stale replicas or
   * makes new ones.
   */
  async function askForReports(signal: AbortSignal): Promise<void> {
    if (clock.now() - reported < BETWEEN_REPORTS) return;
    reported = clock.now();
    await Promise.allSettled(members.alive("data").map((node) => calls.reportBlocks(node, signal)));
  }

  return {
    async whole({ low, pending, missing }, signal) {
      const lacking = low + pending;
      if (lacking === 0) {
        last = { lacking, since: 0 };
        return { ready: true };
      }
      if (last.lacking !== lacking || pending > 0) last = { lacking, since: clock.now() };
      await askForReports(signal);
      const blocks = lacking === 1 ? "1 block has" : `${lacking} blocks have`;
      const lost = missing === 0 ? "" : `, ${missing} of them without any copy`;
      const reason = `${blocks} fewer copies than configured${lost}`;
      return clock.now() - last.since < STUCK ? { ready: false, reason } : { ready: true, note: reason };
    },
  };
}

import type { Clock, Readiness } from "@reeve/orchestrator";
import type { Calls } from "./calls.ts";
import type { Members } from "./members.ts";
import type { NameView } from "./name-nodes.ts";

interface BlocksContext {
  readonly clock: Pick<Clock, "now">;
  readonly members: Members;
  readonly calls: Calls;
}

/** Whether every block has all its replicas. */
export interface Blocks {
  whole(active: NameView, signal: AbortSignal): Promise<Readiness>;
}

/** Milliseconds without progress after which there is no data node left for the missing replicas. */
const STUCK = 15_000;

/** Milliseconds between two requests for block reports. */
const BETWEEN_REPORTS = 10_000;

/** Follows the number of under-replicated blocks. If no replica is being made, and none was for a while, more data nodes are needed. */
export function followBlocks({ clock, members, calls }: BlocksContext): Blocks {
  let last = { lacking: 0, since: 0 };
  let reported = -Infinity;

  /** After a failover a name node deletes no stale replica, and so makes no new one, until all data nodes have sent a block report. */
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
      const lost = missing === 0 ? "" : `, ${missing} of them none`;
      const reason = `${blocks} fewer copies than asked for${lost}`;
      return clock.now() - last.since < STUCK ? { ready: false, reason } : { ready: true, note: reason };
    },
  };
}

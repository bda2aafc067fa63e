import { type Clock, type NodeView, notReady, READY, type Readiness } from "@reeve/orchestrator/engine";
import type { Calls } from "./calls.ts";
import type { HdfsMembers } from "./members.ts";
import { type NameView, seenBy } from "./name-nodes.ts";

interface BlocksContext {
  readonly clock: Pick<Clock, "now">;
  readonly members: HdfsMembers;
  readonly calls: Calls;
  /** Returns the interval in seconds at which the name node counts under-replicated blocks. */
  recountInterval(): number;
}

/** Milliseconds without progress after which a rollout continues: probably no data node could take the missing replicas. */
const STUCK = 15_000;

/** Minimum interval in milliseconds between two requests for block reports. */
const BETWEEN_REPORTS = 10_000;

/** The number of intervals after which the name node has surely counted its blocks, even if it is busy. */
const RECOUNTS = 3;

export type Blocks = ReturnType<typeof followBlocks>;

/** Follows whether all blocks have their replicas. If as many lack some for long, and none is made, there are too few data nodes. */
export function followBlocks({ clock, members, calls, recountInterval }: BlocksContext) {
  let last = { lacking: 0, since: 0 };
  let reported = -Infinity;
  /** For each data node that registered without replicas, its run and when it was first seen. */
  const empty = new Map<string, { readonly run: string | undefined; readonly since: number }>();

  /** Makes all data nodes send block reports, which a name node needs after a failover to delete or make replicas. */
  async function askForReports(signal: AbortSignal): Promise<void> {
    if (clock.now() - reported < BETWEEN_REPORTS) return;
    reported = clock.now();
    await Promise.allSettled(members.alive("data").map((node) => calls.reportBlocks(node, signal)));
  }

  return {
    /**
     * Whether the name node has counted the blocks since an empty data node registered. If that data node took over its predecessor's
     * address, the counts before do not show that the predecessor's replicas are gone.
     */
    isCounted(node: NodeView, active: NameView): boolean {
      const isEmpty = active.blocks > 0 && seenBy(active, node)?.replicas === 0;
      if (!isEmpty) return true;
      const run = node.tasks.at(-1)?.taskId;
      const known = empty.get(node.id);
      const since = known && known.run === run ? known.since : clock.now();
      empty.set(node.id, { run, since });
      return clock.now() - since > RECOUNTS * recountInterval() * 1000;
    },
    async whole({ low, pending, missing }: NameView, signal: AbortSignal): Promise<Readiness> {
      const lacking = low + pending;
      if (lacking === 0) {
        last = { lacking, since: 0 };
        return READY;
      }
      if (last.lacking !== lacking || pending > 0) last = { lacking, since: clock.now() };
      await askForReports(signal);
      const blocks = lacking === 1 ? "1 block has" : `${lacking} blocks have`;
      const lost = missing === 0 ? "" : `, ${missing} of them without any copy`;
      const reason = `${blocks} fewer copies than configured${lost}`;
      return clock.now() - last.since < STUCK ? notReady(reason) : { ready: true, note: reason };
    },
  };
}

import { type NodeView, notReady, READY, type Readiness, type Store } from "@reeve/orchestrator/engine";
import { repairKeySpaces } from "../maintenance/repair.ts";
import type { DatabaseAccess, Member } from "./members.ts";
import { nodeWorks } from "./node-works.ts";
import { userKeySpaces, viewFrom } from "./view.ts";

/** Repairs the ranges of replacement nodes. The data that such a node has copied may lack writes that were acknowledged to clients. */
export function repairsAfterReplace({ members, records }: Pick<DatabaseAccess, "members" | "records">, store: Store) {
  const works = nodeWorks();
  const progress = new Map<string, string>();

  async function repairAll(node: NodeView, member: Member, signal: AbortSignal): Promise<void> {
    const view = await viewFrom(member, { signal });
    if (!view) throw new Error("the node does not answer");
    const wanted = userKeySpaces(view).map((keySpace) => ({ keySpace, families: [] }));
    const report = (message: string) => progress.set(node.id, `: ${message}`);
    await repairKeySpaces(member, wanted, { firstRanges: false, store, report }, signal).finally(() => progress.delete(node.id));
    records.repaired(node);
  }

  return {
    /** Whether the node's ranges have been repaired. Starts the repair unless it is already in progress. */
    done(node: NodeView): Readiness {
      if (records.isRepaired(node)) return READY;
      const member = members.of(node);
      if (!member) return notReady("it has not been placed on an agent yet");
      works.begin(node.id, (signal) => repairAll(node, member, signal));
      const failure = works.failureOf(node.id);
      const earlier = failure === undefined ? "" : `; an earlier repair failed: ${failure}`;
      return notReady(`its ranges are being repaired${progress.get(node.id) ?? ""}${earlier}`);
    },
    close: works.close,
  };
}

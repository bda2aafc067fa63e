import type { NodeView, Readiness, Store } from "@reeve/orchestrator/engine";
import { repairKeySpaces } from "../maintenance/repair.ts";
import type { Member, Members } from "./members.ts";
import type { Records } from "./records.ts";
import { userKeySpaces, viewFrom } from "./view.ts";

/** Repairs the ranges of replacement nodes. The data that such a node has copied may lack writes that were acknowledged to clients. */
export function repairsAfterReplace(members: Members, records: Records, store: Store) {
  const running = new Map<string, Promise<void>>();
  const failures = new Map<string, string>();
  const progress = new Map<string, string>();
  const closing = new AbortController();

  async function repairAll(node: NodeView, member: Member): Promise<void> {
    const { signal } = closing;
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
      if (records.isRepaired(node)) return { ready: true };
      const member = members.of(node);
      if (!member) return not("it has not been placed on an agent yet");
      if (!running.has(node.id)) {
        const work = repairAll(node, member)
          .then(() => void failures.delete(node.id))
          .catch((error: unknown) => {
            if (!closing.signal.aborted) failures.set(node.id, error instanceof Error ? error.message : String(error));
          })
          .finally(() => running.delete(node.id));
        running.set(node.id, work);
      }
      const failure = failures.get(node.id);
      return not(
        `its ranges are being repaired${progress.get(node.id) ?? ""}${failure === undefined ? "" : `; an earlier repair failed: ${failure}`}`,
      );
    },
    async close(): Promise<void> {
      closing.abort();
      await Promise.allSettled(running.values());
    },
  };
}

const not = (reason: string): Readiness => ({ ready: false, reason });

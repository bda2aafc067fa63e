import type { NodeView, Readiness } from "@reeve/orchestrator";
import { HINTS } from "../agent/agent.ts";
import { repairKeySpace } from "../maintenance/repair.ts";
import type { Member, Members } from "./members.ts";
import type { Records } from "./records.ts";
import { userKeySpaces, viewFrom } from "./view.ts";

/**
 * Whether no node has writes for another one that it has not delivered yet. Those for the node that is replaced do not matter, because it
 * copies everything from the others; its own would be deleted with its volume.
 */
export async function areDelivered(
  node: NodeView,
  { members, records }: { readonly members: Members; readonly records: Records },
  signal: AbortSignal,
): Promise<Readiness> {
  const own = records.of(node.id)?.hostId;
  const names = new Map([...records.all()].map(([id, { hostId }]) => [hostId, id]));
  for (const member of members.alive()) {
    // Those for nodes that have left, or that were replaced, are delivered to none.
    const first = (await pendingFor(member, signal)).find((hostId) => hostId !== own && names.has(hostId));
    if (first === undefined) continue;
    return not(`${member.node.id} has writes that it has not delivered to ${names.get(first)} yet`);
  }
  return { ready: true };
}

/** The host ids of the nodes that a node keeps writes for; none where it does not answer. */
async function pendingFor({ agent }: Member, signal: AbortSignal): Promise<readonly string[]> {
  const found = await agent.read(HINTS, ["PendingHints"], { signal }).catch(() => undefined);
  signal.throwIfAborted();
  return ((found?.PendingHints ?? []) as readonly Readonly<Record<string, string>>[]).map(
    ({ host_id = "" }) => host_id,
  );
}

/** Repairs what nodes own after they were replaced: what they copied may have lagged behind what clients were promised. */
export function repairsAfterReplace(members: Members, records: Records) {
  const running = new Map<string, Promise<void>>();
  const failures = new Map<string, string>();
  const closing = new AbortController();

  async function repairAll(node: NodeView, member: Member): Promise<void> {
    const { signal } = closing;
    const view = await viewFrom(member, { signal });
    for (const keySpace of view ? userKeySpaces(view) : []) {
      await repairKeySpace(member, keySpace, { families: [], firstRanges: false }, signal);
    }
    records.repaired(node);
  }

  return {
    /** Whether it is done; begins it where it is not under way. */
    done(node: NodeView): Readiness {
      if (records.isRepaired(node)) return { ready: true };
      const member = members.of(node);
      if (!member) return not("it has not been placed");
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
      return not(`what it owns is being repaired${failure === undefined ? "" : ` again: ${failure}`}`);
    },
    async close(): Promise<void> {
      closing.abort();
      await Promise.allSettled(running.values());
    },
  };
}

const not = (reason: string): Readiness => ({ ready: false, reason });

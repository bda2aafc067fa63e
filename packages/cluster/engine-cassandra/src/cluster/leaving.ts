import type { NodeView, Readiness } from "@reeve/orchestrator/engine";
import { LONG } from "../agent/agent.ts";
import { STORAGE } from "../agent/beans.ts";
import { rangesOf } from "./losing.ts";
import type { Member, Members } from "./members.ts";
import { othersOf } from "./readiness.ts";
import type { Records } from "./records.ts";
import { areWhole } from "./stopping.ts";
import { setSystemCopies } from "./system-copies.ts";
import { type ClusterView, userKeySpaces, viewFrom } from "./view.ts";

/** Decommissions nodes: moves their data to the other nodes, and removes them from the ring. */
export function departures(members: Members, records: Records) {
  const underWay = new Map<string, Promise<void>>();
  const failures = new Map<string, string>();
  const closing = new AbortController();

  function begin({ node, agent }: Member): void {
    if (underWay.has(node.id)) return;
    failures.delete(node.id);
    // The decommission is forced, because the replication of the users' keyspaces has already been checked. Without force, the database
    // would check its system keyspaces as well.
    const work = agent
      .call(STORAGE, "decommission", [true], { signal: closing.signal, timeout: LONG })
      .then(() => undefined)
      .catch((error: unknown) => {
        if (!closing.signal.aborted) failures.set(node.id, error instanceof Error ? error.message : String(error));
      })
      .finally(() => underWay.delete(node.id));
    underWay.set(node.id, work);
  }

  async function mayBegin(node: NodeView, member: Member, view: ClusterView, signal: AbortSignal): Promise<Readiness> {
    const others = othersOf(members, node);
    if (others.length === 0) return not("the only node of a database cannot be removed");
    const whole = await areWhole(others, [], signal);
    if (!whole.ready) return whole;
    for (const keySpace of userKeySpaces(view)) {
      const copies = Math.max(0, ...(await rangesOf(member, keySpace, signal)).map((owners) => owners.length));
      if (copies > others.length) {
        return not(`${keySpace} has ${copies} copies, but only ${others.length} nodes would be left; lower its replication factor first`);
      }
    }
    const [first] = others;
    if (first) await setSystemCopies(first, Math.min(3, others.length), signal);
    return { ready: true };
  }

  return {
    /** Whether a node has moved all of its data to the other nodes. Starts the decommission if it is not yet in progress. */
    async done(node: NodeView, signal: AbortSignal): Promise<Readiness> {
      if (!records.of(node.id)) return { ready: true };
      const member = members.of(node);
      const view = member && (await viewFrom(member, { signal }));
      if (!view && underWay.has(node.id)) return not(MOVING);
      if (!member || !view)
        return not(`${node.id} has to move its data to the other nodes, but does not answer; bring ${node.id} back first`);
      if (view.mode === "DECOMMISSIONED") return { ready: true };
      if (view.mode === "NORMAL" && !underWay.has(node.id)) {
        const allowed = await mayBegin(node, member, view, signal);
        if (!allowed.ready) return allowed;
        const failure = failures.get(node.id);
        begin(member);
        if (failure !== undefined) return not(`moving its data failed and is tried again: ${failure}`);
      } else if (view.mode !== "LEAVING" && !underWay.has(node.id)) begin(member);
      return not(MOVING);
    },
    close(): void {
      closing.abort();
    },
  };
}

const MOVING = "the data of the node is being moved to the other nodes";

const not = (reason: string): Readiness => ({ ready: false, reason });

import { type NodeView, notReady, READY, type Readiness } from "@reeve/orchestrator/engine";
import { LONG } from "../agent/agent.ts";
import { STORAGE } from "../agent/beans.ts";
import { rangesOf } from "./losing.ts";
import type { DatabaseAccess, Member } from "./members.ts";
import { nodeWorks } from "./node-works.ts";
import { othersOf } from "./readiness.ts";
import { areWhole } from "./stopping.ts";
import { setSystemCopies } from "./system-copies.ts";
import { type ClusterView, userKeySpaces, viewFrom } from "./view.ts";

/** Decommissions nodes: moves their data to the other nodes, and removes them from the ring. */
export function departures({ members, records }: Pick<DatabaseAccess, "members" | "records">) {
  const works = nodeWorks();

  function begin({ node, agent }: Member): void {
    // The decommission is forced, because the replication of the users' keyspaces has already been checked. Without force, the database
    // would check its system keyspaces as well.
    works.begin(node.id, (signal) => agent.call(STORAGE, "decommission", [true], { signal, timeout: LONG }));
  }

  async function mayBegin(node: NodeView, member: Member, view: ClusterView, signal: AbortSignal): Promise<Readiness> {
    const others = othersOf(members, node);
    if (others.length === 0) return notReady("the only node of a database cannot be removed");
    const whole = await areWhole(others, [], signal);
    if (!whole.ready) return whole;
    for (const keySpace of userKeySpaces(view)) {
      const copies = Math.max(0, ...(await rangesOf(member, keySpace, signal)).map((owners) => owners.length));
      if (copies > others.length) {
        return notReady(
          `${keySpace} has ${copies} copies, but only ${others.length} nodes would be left; lower its replication factor first`,
        );
      }
    }
    const [first] = others;
    if (first) await setSystemCopies(first, Math.min(3, others.length), signal);
    return READY;
  }

  return {
    /** Whether a node has moved all of its data to the other nodes. Starts the decommission if it is not yet in progress. */
    async done(node: NodeView, signal: AbortSignal): Promise<Readiness> {
      if (!records.of(node.id)) return READY;
      const member = members.of(node);
      const view = member && (await viewFrom(member, { signal }));
      const isMoving = works.isRunning(node.id);
      if (!view && isMoving) return notReady(MOVING);
      if (!member || !view)
        return notReady(`${node.id} has to move its data to the other nodes, but does not answer; bring ${node.id} back first`);
      if (view.mode === "DECOMMISSIONED") return READY;
      if (view.mode === "NORMAL" && !isMoving) {
        const allowed = await mayBegin(node, member, view, signal);
        if (!allowed.ready) return allowed;
        const failure = works.failureOf(node.id);
        begin(member);
        if (failure !== undefined) return notReady(`moving its data failed and is tried again: ${failure}`);
      } else if (view.mode !== "LEAVING") begin(member);
      return notReady(MOVING);
    },
    close: works.close,
  };
}

const MOVING = "the data of the node is being moved to the other nodes";

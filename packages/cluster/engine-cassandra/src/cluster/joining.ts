import { idsOf, isUnderWay, type NodeView, notReady, READY, type Readiness } from "@reeve/orchestrator/engine";
import type { DatabaseAccess, Member } from "./members.ts";
import { isInRing, viewsOf } from "./readiness.ts";
import { type ClusterView, userKeySpaces } from "./view.ts";

/**
 * Whether a node may start. Nodes join one at a time, because a joining node copies its part of the data from the others. In a new cluster
 * without data, all nodes after the first join together. A node that still has its data does not join again, so it may start at any time.
 */
export async function mayStart(node: NodeView, { members, records, nodes }: DatabaseAccess, signal: AbortSignal): Promise<Readiness> {
  if (records.hasJoined(node)) return READY;
  const joining = nodes().find((other) => other.id !== node.id && isUnderWay(other) && !records.hasJoined(other));
  const others = members.placed().filter((member) => member.node.id !== node.id && records.of(member.node.id));
  const isOfFirst = node.index < records.firstSize(nodes().length) && !records.of(node.id);
  if (joining && (!isOfFirst || others.length === 0)) return oneAtATime(joining);
  if (others.length === 0) return READY;
  const views = await viewsOf(others, signal);
  const there = views.filter(isInRing);
  if (there.length === 0)
    return notReady(`a node can only join while another node runs; first start ${idsOf(others.map((member) => member.node))} again`);
  if (joining && there.some(([, view]) => userKeySpaces(view).length > 0)) return oneAtATime(joining);
  return records.of(node.id) ? mayTakeItsPlace(records.peerOf(node), there) : mayJoin(views);
}

/** Whether a replacement may start: it takes over ranges, so all others must have noticed that its predecessor is down. */
function mayTakeItsPlace(previous: string, there: readonly (readonly [Member, ClusterView])[]): Readiness {
  const late = there.find(([, view]) => view.live.has(previous));
  return late ? notReady(`${late[0].node.id} still counts the previous node at ${previous} as live`) : READY;
}

/** Whether a new node may join. A joining node copies data from the nodes whose ranges it takes over, so all nodes have to run. */
function mayJoin(views: readonly (readonly [Member, ClusterView | undefined])[]): Readiness {
  const away = views.find(([, view]) => view?.mode !== "NORMAL");
  if (!away) return READY;
  const [{ node }, view] = away;
  return notReady(`${node.id} ${view ? `is ${view.mode}` : "does not answer"}, but a new node copies its data from all others`);
}

const oneAtATime = ({ id }: NodeView) => notReady(`${id} is joining: nodes join one at a time`);

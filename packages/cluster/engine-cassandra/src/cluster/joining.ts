import type { NodeView, Readiness } from "@reeve/orchestrator/engine";
import type { Member, Members } from "./members.ts";
import type { Records } from "./records.ts";
import { type ClusterView, userKeySpaces, viewFrom } from "./view.ts";

interface JoiningContext {
  readonly members: Members;
  readonly records: Records;
  nodes(): readonly NodeView[];
}

/**
 * Whether a node may start. Nodes join one at a time, because a joining node copies its part of the data from the others. In a new cluster
 * without data, all nodes after the first join together. A node that still has its data does not join again, so it may start at any time.
 */
export async function mayStart(node: NodeView, { members, records, nodes }: JoiningContext, signal: AbortSignal): Promise<Readiness> {
  if (records.hasJoined(node)) return { ready: true };
  const joining = nodes().find((other) => other.id !== node.id && isUnderWay(other) && !records.hasJoined(other));
  const others = members.placed().filter((member) => member.node.id !== node.id && records.of(member.node.id));
  const isOfFirst = node.index < records.firstSize(nodes().length) && !records.of(node.id);
  if (joining && (!isOfFirst || others.length === 0)) return oneAtATime(joining);
  if (others.length === 0) return { ready: true };
  const views = await Promise.all(others.map(async (member) => [member, await viewFrom(member, { signal })] as const));
  const there = views.filter((each): each is readonly [Member, ClusterView] => each[1]?.mode === "NORMAL");
  if (there.length === 0) return not(`a node can only join while another node runs; first start ${named(others)} again`);
  if (joining && there.some(([, view]) => userKeySpaces(view).length > 0)) return oneAtATime(joining);
  return records.of(node.id) ? mayTakeItsPlace(records.peerOf(node), there) : mayJoin(views);
}

/**
 * Whether a replacement may start. The replacement takes over its predecessor's ranges, so all other nodes must have noticed that the
 * predecessor is down.
 */
function mayTakeItsPlace(previous: string, there: readonly (readonly [Member, ClusterView])[]): Readiness {
  const late = there.find(([, view]) => view.live.has(previous));
  return late ? not(`${late[0].node.id} still counts the previous node at ${previous} as live`) : { ready: true };
}

/** Whether a new node may join. A joining node copies data from the nodes whose ranges it takes over, so all nodes have to run. */
function mayJoin(views: readonly (readonly [Member, ClusterView | undefined])[]): Readiness {
  const away = views.find(([, view]) => view?.mode !== "NORMAL");
  if (!away) return { ready: true };
  const [{ node }, view] = away;
  return not(`${node.id} ${view ? `is ${view.mode}` : "does not answer"}, but a new node copies its data from all others`);
}

function isUnderWay({ tasks }: NodeView): boolean {
  return tasks.some(({ state }) => state === "launching" || state === "waiting" || state === "running");
}

const oneAtATime = ({ id }: NodeView) => not(`${id} is joining: nodes join one at a time`);

const named = (members: readonly Member[]) => members.map(({ node }) => node.id).join(", ");

const not = (reason: string): Readiness => ({ ready: false, reason });

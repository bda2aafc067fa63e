import { type NodeView, notReady, READY, type Readiness } from "@reeve/orchestrator/engine";
import { mayStopClosed } from "./closed.ts";
import type { DatabaseAccess, Member } from "./members.ts";
import { othersOf, viewsOf } from "./readiness.ts";
import { type ClusterView, isClosed, viewFrom } from "./view.ts";

/**
 * Whether a node can be stopped. No other node may be down, and the other nodes must see each other, agree on the schema, and have served
 * for long enough that clients are connected to them. A node that clients reach neither directly nor through others can be stopped.
 */
export async function mayStop(
  node: NodeView,
  { members, served, room }: Pick<DatabaseAccess, "members" | "served" | "room">,
  signal: AbortSignal,
): Promise<Readiness> {
  const own = members.of(node);
  const view = own && (await viewFrom(own, { signal }));
  if (view?.mode === "JOINING") return notReady(`${node.id} is joining; if it is stopped now, it has to join from the beginning`);
  if (view?.mode === "LEAVING") return notReady(`${node.id} is moving its data to the other nodes`);
  if (own === undefined || view?.mode !== "NORMAL") return READY;
  const others = othersOf(members, node);
  if (isClosed(view)) {
    const views = await viewsOf(others, signal);
    const answer = await mayStopClosed(own, view, { room, others: views.map(([, other]) => other), signal });
    if (answer) return answer;
  }
  const whole = await areWhole(others, [own.peer], signal);
  if (!whole.ready) return whole;
  const early = others.find((other) => !served.areClientsBack(other.node.id));
  return early ? notReady(`clients are connecting to ${early.node.id} again`) : whole;
}

/** Whether the given nodes serve clients and see each other. They need not reach the addresses in `except`. */
export async function areWhole(members: readonly Member[], except: readonly string[], signal: AbortSignal): Promise<Readiness> {
  const views = await viewsOf(members, signal);
  const away = views.find(([, view]) => view?.mode !== "NORMAL" || !view.takesClients);
  if (away) {
    const [{ node }, view] = away;
    return notReady(view ? `${node.id} is ${view.mode === "NORMAL" ? "not serving clients" : view.mode}` : `${node.id} does not answer`);
  }
  const seen = views as readonly (readonly [Member, ClusterView])[];
  for (const [{ node }, view] of seen) {
    // Gossip still lists a node for a while after it has left, so only the given members are checked.
    const gone = members.map(({ peer }) => peer).filter((peer) => view.unreachable.has(peer) && !except.includes(peer));
    if (gone.length > 0) return notReady(`${node.id} does not reach ${gone.map((peer) => nameOf(peer, members)).join(", ")}`);
    const moves = [...view.joining, ...view.leaving, ...view.moving];
    if (moves.length > 0) return notReady(`data is moving to or from ${moves.map((peer) => nameOf(peer, members)).join(", ")}`);
    const other = seen.find(([, { schema }]) => schema !== view.schema);
    if (other) return notReady(`the schemas of ${node.id} and ${other[0].node.id} differ`);
  }
  return READY;
}

/** Returns the id of the node with this address; the address itself if no node has it. */
function nameOf(peer: string, members: readonly Member[]): string {
  return members.find((member) => member.peer === peer)?.node.id ?? peer;
}

import { type NodeChange, type NodeView, notReady, READY, type Readiness, reasonOf, unlessRefused } from "@reeve/orchestrator/engine";
import { fourLetters } from "../wire/four-letters.ts";
import { isJournalInStep, neededEdits } from "./journals.ts";
import { isDecommissioned } from "./leaving.ts";
import { activeOf, askNames, isSeen, type NameView } from "./name-nodes.ts";
import { areBlocksWhole, dataNodeInfo, type ReadinessContext } from "./readiness.ts";

/** Whether a daemon may stop without interrupting the service of the file system. */
export async function mayStopDaemon(node: NodeView, context: ReadinessContext, signal: AbortSignal): Promise<Readiness> {
  const { members } = context;
  const type = node.podType;
  if (type === "coordinator") return mayStopCoordinator(node, context, signal);
  const names = await askNames(members, signal);
  const active = activeOf(names);
  const peers = members.all(type as "data").filter(({ id, placement }) => id !== node.id && placement !== undefined);
  if (peers.length === 0 || !hasServed(context)) return READY;
  if (!active) return notReady("no name node is active: a failover is under way");
  if (type === "journal") {
    const lagging = peers.find((peer) => !isJournalInStep(peer, active.journals));
    if (!lagging) return mayRead(names);
    // With a new edit log segment, the name node also writes to a journal that was briefly down.
    await context.calls.rollEdits(active, signal).catch(() => undefined);
    return notReady(`${lagging.id} is not in sync with the edits: without ${node.id}, the edits would have no majority`);
  }
  if (type === "data") {
    // A frozen data node serves no block, so its stop takes none away. Meanwhile, writes leave ever more blocks without its copy.
    if (!isSeen(node, active) && !(await dataNodeInfo(node, context, signal))) return READY;
    const away = peers.find((peer) => !isSeen(peer, active));
    if (away) return notReady(`${away.id} is down: some blocks could become unreachable`);
    return areBlocksWhole(active, names, context, signal);
  }
  return mayStopName(node, names, context, signal);
}

/**
 * Whether the standby name node has read all finished edits, which it must have read before it takes over. A restarted journal does not
 * serve the segment that it had not finished. So a second journal may restart only after the standby has read that segment.
 */
function mayRead(names: readonly NameView[]): Readiness {
  const needed = neededEdits(names);
  const behind = names.find(({ state, applied }) => state === "standby" && needed && applied < needed.to);
  return behind ? notReady(`${behind.node.id} has not yet read the edits that it would need to take over`) : READY;
}

/** Whether a name node or its failover controller may stop: both stop together, so the other two must be able to take over. */
async function mayStopName(
  { index }: NodeView,
  names: readonly NameView[],
  { calls }: ReadinessContext,
  signal: AbortSignal,
): Promise<Readiness> {
  const other = 1 - index;
  const view = names.find(({ node }) => node.index === other);
  if (!view) return notReady(`name-${other} does not answer`);
  if (view.safeMode !== "" || !["active", "standby"].includes(view.state)) return notReady(`name-${other} is not ready to take over`);
  const answers = await calls.controllerAnswers(other, signal).catch(unlessRefused(false));
  return answers ? READY : notReady(`fc-${other} does not answer: no failover would be possible`);
}

async function mayStopCoordinator(node: NodeView, { members }: ReadinessContext, signal: AbortSignal): Promise<Readiness> {
  for (const peer of members.all("coordinator")) {
    if (peer.id === node.id || peer.placement === undefined) continue;
    const text = await fourLetters(members.endpoint(peer, "coordinator"), "srvr", signal).catch(unlessRefused(""));
    if (!/^Mode: /m.test(text))
      return notReady(`${peer.id} does not serve clients: without ${node.id}, the coordination service would have no majority`);
  }
  return READY;
}

/** Whether there may be clients. Before the first failover controller runs, no name node is active, so there are none. */
function hasServed({ members }: ReadinessContext): boolean {
  return members.all("fc").some(({ state }) => state === "running");
}

/**
 * Prepares a change of a node. If the node is the active name node or its failover controller, the other name node is made active first, so
 * that clients wait only for a moment. A leaving data node is decommissioned first.
 */
export async function beforeChange(node: NodeView, change: NodeChange, context: ReadinessContext, signal: AbortSignal): Promise<Readiness> {
  const { podType, index } = node;
  const { members, calls } = context;
  if (podType === "data" && change === "leave") return isDecommissioned(node, context, signal);
  if ((podType !== "name" && podType !== "fc") || change === "join") return READY;
  const names = await askNames(members, signal);
  if (activeOf(names)?.node.index !== index) return READY;
  const other = 1 - index;
  const standby = names.find(({ node, state, safeMode }) => node.index === other && state === "standby" && safeMode === "");
  if (!standby) return READY;
  try {
    await calls.failOverTo(other, signal);
  } catch (error) {
    return notReady(`name-${index} is active, and name-${other} could not take over: ${reasonOf(error)}`);
  }
  return notReady(`name-${other} takes over`);
}

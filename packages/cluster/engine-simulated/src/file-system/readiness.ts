import type { EngineContext, FileSystemDefinition, NodeView, Readiness } from "@reeve/orchestrator/engine";
import type { Daemons } from "./daemons.ts";

const yes: Readiness = { ready: true };
const no = (reason: string): Readiness => ({ ready: false, reason });

/** Whether a daemon is in sync with the other daemons. Only then does a rollout continue with the next daemon. */
export function simulatedReadiness({ id, podType, index }: NodeView, daemons: Daemons): Readiness {
  const state = daemons.state(id);
  if (state === "down") return no("it is not running");
  if (state === "starting") return no("it does not answer yet");
  if (state === "up") return no(settlingReasons[podType] ?? "it does not answer yet");
  if (podType !== "name" || daemons.eligible().length === 0) return yes;
  return daemons.active() === undefined ? no(`no name node is active yet, so name-${index} has to wait`) : yes;
}

const settlingReasons: Readonly<Record<string, string>> = {
  journal: "it is not in sync with the edits yet",
  name: "in safe mode",
  data: "not all of its blocks are available yet",
};

/** Whether a daemon may stop without interrupting the daemons that need it. */
export function mayStopSimulated(
  node: NodeView,
  daemons: Daemons,
  context: EngineContext<FileSystemDefinition>,
): Readiness {
  const peers = context.nodes().filter((peer) => peer.podType === node.podType && peer.id !== node.id);
  const deployed = peers.filter(({ placement }) => placement !== undefined);
  const lagging = deployed.find(({ id }) => daemons.state(id) !== "settled");
  if (lagging) return no(`${lagging.id} ${laggingReasons[node.podType] ?? "is not running"}`);
  if (node.podType !== "name" || deployed.length === 0 || daemons.eligible().length === 0) return yes;
  return daemons.active() === undefined ? no("no name node is active: a failover is under way") : yes;
}

const laggingReasons: Readonly<Record<string, string>> = {
  journal: "is not in sync with the edits: if another journal stops, the edits have no majority",
  name: "is not ready to take over",
  fc: "is not running: no failover would be possible",
  data: "does not have all of its blocks yet",
};

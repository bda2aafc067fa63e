import type { FileSystemStatus } from "@reeve/file-system-models";
import { type EngineContext, type FileSystemDefinition, type NodeView, notReady, READY, type Readiness } from "@reeve/orchestrator/engine";
import type { Daemons } from "./daemons.ts";

const MEGABYTE = 2 ** 20;
/** The number of blocks in a simulated file system. Each block has the full block size. */
const BLOCKS = 12;
const BLOCK_SIZE = 128 * MEGABYTE;
const COPIES = 3;

/** Returns a status in the format of real name nodes. It shows a few blocks, each with copies on neighbouring data nodes. */
export function simulatedStatusOf(daemons: Daemons, { pods }: FileSystemDefinition): FileSystemStatus {
  const index = daemons.active();
  const stateOf = (of: number) => (of === index ? "active" : "standby");
  const names = Array.from({ length: pods.name.count }, (_, of): [string, string | null] => {
    const node = `name-${of}`;
    return [node, daemons.state(node) === "settled" ? stateOf(of) : null];
  });
  const status = { name_nodes: Object.fromEntries(names), safe_mode: null };
  if (index === undefined) return { active: null, ...status, data_nodes: null, space: null, blocks: null };
  const { count, disk } = pods.data;
  const live = Array.from({ length: count }, (_, of) => daemons.state(`data-${of}`) === "settled");
  const copies = Array.from({ length: BLOCKS }, (_, block) =>
    Array.from({ length: Math.min(COPIES, count) }, (_, copy) => live[(block + copy) % count] ?? false),
  );
  const used = copies.flat().filter(Boolean).length * BLOCK_SIZE;
  const capacity = live.filter(Boolean).length * disk * MEGABYTE;
  return {
    active: `name-${index}`,
    ...status,
    data_nodes: {
      live: live.filter(Boolean).length,
      decommissioning: live.filter((_, of) => daemons.isDecommissioning(`data-${of}`)).length,
    },
    space: { capacity, used, free: Math.max(0, capacity - used) },
    blocks: {
      all: BLOCKS,
      under_replicated: copies.filter((of) => of.includes(false)).length,
      missing: copies.filter((of) => !of.includes(true)).length,
    },
  };
}

/** Whether a daemon is in sync with the other daemons. Only then does a rollout continue with the next daemon. */
export function simulatedReadiness({ id, podType, index }: NodeView, daemons: Daemons): Readiness {
  const state = daemons.state(id);
  if (state === "down") return notReady("it is not running");
  if (state === "starting") return notReady("it does not answer yet");
  if (state === "up") return notReady(settlingReasons[podType] ?? "it does not answer yet");
  if (podType !== "name" || daemons.eligible().length === 0) return READY;
  return daemons.active() === undefined ? notReady(`no name node is active yet, so name-${index} has to wait`) : READY;
}

const settlingReasons: Readonly<Record<string, string>> = {
  journal: "it is not in sync with the edits yet",
  name: "in safe mode",
  data: "not all of its blocks are available yet",
};

/** Whether a daemon may stop without interrupting the daemons that need it. */
export function mayStopSimulated(node: NodeView, daemons: Daemons, context: EngineContext<FileSystemDefinition>): Readiness {
  const peers = context.nodes().filter((peer) => peer.podType === node.podType && peer.id !== node.id);
  const deployed = peers.filter(({ placement }) => placement !== undefined);
  const lagging = deployed.find(({ id }) => daemons.state(id) !== "settled");
  if (lagging) return notReady(`${lagging.id} ${laggingReasons[node.podType] ?? "is not running"}`);
  if (node.podType !== "name" || deployed.length === 0 || daemons.eligible().length === 0) return READY;
  return daemons.active() === undefined ? notReady("no name node is active: a failover is under way") : READY;
}

const laggingReasons: Readonly<Record<string, string>> = {
  journal: "is not in sync with the edits: if another journal stops, the edits have no majority",
  name: "is not ready to take over",
  fc: "is not running: no failover would be possible",
  data: "does not have all of its blocks yet",
};

/** Whether the volumes of the given daemons may be lost, because other daemons of the same kind are in sync and have all data. */
export function mayLoseSimulated(nodes: readonly NodeView[], daemons: Daemons, context: EngineContext<FileSystemDefinition>): Readiness {
  const refusals = nodes.map((node) => mayLose(node, nodes, daemons, context));
  return refusals.find(({ ready }) => !ready) ?? READY;
}

function mayLose(
  { podType }: NodeView,
  lost: readonly NodeView[],
  daemons: Daemons,
  context: EngineContext<FileSystemDefinition>,
): Readiness {
  const all = context.nodes().filter((node) => node.podType === podType);
  const others = all.filter(({ id }) => !lost.some((node) => node.id === id));
  const away = others.filter(({ id }) => daemons.state(id) !== "settled");
  const inStep = others.length - away.length;
  const isEnough = needed[podType]?.(inStep, all.length, away.length) ?? true;
  if (isEnough) return READY;
  const names = lost.map(({ id }) => id).join(" and ");
  const help = away.length > 0 ? `bring back ${away.map(({ id }) => id).join(", ")}` : "there is no other node";
  return notReady(
    `${reasons[podType] ?? "its data exists nowhere else"}; ${help}, or force the operation and lose the data that only ${names} has`,
  );
}

/** For each kind of daemon, whether the remaining daemons that are in sync have all data. */
const needed: Readonly<Record<string, (inStep: number, all: number, away: number) => boolean>> = {
  journal: (inStep, all) => inStep > all / 2,
  name: (inStep) => inStep > 0,
  data: (inStep, _, away) => inStep > 0 && away === 0,
};

const reasons: Readonly<Record<string, string>> = {
  journal: "fewer than a majority of the journals would be in sync with the edits",
  name: "no other name node has the namespace",
  data: "blocks may have no copy on another data node",
};

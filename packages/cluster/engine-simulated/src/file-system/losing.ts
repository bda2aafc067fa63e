import type { EngineContext, FileSystemDefinition, NodeView, Readiness } from "@reeve/orchestrator/engine";
import type { Daemons } from "./daemons.ts";

const yes: Readiness = { ready: true };

/** Whether the volumes of the given daemons may be lost, because other daemons of the same kind are in sync and have all data. */
export function mayLoseSimulated(
  nodes: readonly NodeView[],
  daemons: Daemons,
  context: EngineContext<FileSystemDefinition>,
): Readiness {
  const refusals = nodes.map((node) => mayLose(node, nodes, daemons, context));
  return refusals.find(({ ready }) => !ready) ?? yes;
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
  if (isEnough) return yes;
  const names = lost.map(({ id }) => id).join(" and ");
  const help = away.length > 0 ? `bring back ${away.map(({ id }) => id).join(", ")}` : "there is no other node";
  return {
    ready: false,
    reason: `${reasons[podType] ?? "its data exists nowhere else"}; ${help}, or force the operation and lose the data that only ${names} has`,
  };
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

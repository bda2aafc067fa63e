import type { Instance, NodeView } from "@reeve/orchestrator";
import { type AnyNode, type Force, type OwnNode, type OwnNodeDetails, parseNodeId } from "@reeve/scheduler-models";
import { json } from "../http/answer.ts";
import type { HttpAnswer } from "../http/message.ts";
import { noNode } from "./not-found.ts";
import { specDifferences } from "./spec-differences.ts";

/** Node operations of Reeve's own API, for all kinds and including the engine's internal nodes. */
export const ownNodeHandlers = {
  list: (instance: Instance): HttpAnswer =>
    json(instance.allNodes.ids().flatMap((id) => shown(instance, instance.allNodes.get(id)))),
  show: (instance: Instance, { node }: AnyNode): HttpAnswer => json(inDetail(instance, found(instance, node))),
  restart: (instance: Instance, { node }: AnyNode): HttpAnswer =>
    json(instance.allNodes.restart(found(instance, node).id)),
  replace: (instance: Instance, { node, ...force }: AnyNode & Force): HttpAnswer =>
    json(instance.allNodes.replace(found(instance, node).id, force)),
  pause: (instance: Instance, { node }: AnyNode): HttpAnswer => json(instance.allNodes.pause(found(instance, node).id)),
} as const;

/** A node by its id, or by its number where only one documented node has it. */
function found({ name, nodes, allNodes }: Instance, asked: string): NodeView {
  const ids = allNodes.ids();
  const numbered = nodes.ids().filter((id) => String(parseNodeId(id)?.index) === asked);
  const id = numbered.length === 1 ? numbered[0] : asked;
  const view = id !== undefined && ids.includes(id) ? allNodes.get(id) : undefined;
  if (!view) throw noNode(name, asked, ids);
  return view;
}

function shown({ engine, nodes, configurations }: Instance, view: NodeView | undefined): OwnNode[] {
  if (!view) return [];
  const { id, placement, configuration, tasks } = view;
  const specIn = (of: readonly NodeView["spec"][] | undefined) => of?.find(({ type }) => type === view.podType);
  const runs = configuration === undefined ? undefined : specIn(configurations.get(configuration)?.podSpecs);
  const target = specIn(configurations.target().podSpecs);
  return [
    {
      node: id,
      internal: !nodes.ids().includes(id),
      state: view.state,
      reason: view.reason ?? null,
      since: tasks.at(-1)?.at ?? null,
      agent: placement?.agent ?? null,
      hostname: placement?.hostname ?? null,
      addresses: placement?.addresses ?? [],
      ports: placement?.ports ?? {},
      version: engine.version ?? null,
      configuration: configuration ?? null,
      differs: runs && target ? specDifferences(runs, target) : [],
    },
  ];
}

function inDetail(instance: Instance, view: NodeView): OwnNodeDetails | undefined {
  const [node] = shown(instance, view);
  return (
    node && {
      ...node,
      tasks: view.tasks.map(({ task, taskId, state, reason, at, configuration }) => ({
        task,
        taskId,
        state,
        reason: reason ?? null,
        since: at,
        configuration,
      })),
      volumes: view.volumes,
    }
  );
}

import type { Instance } from "@reeve/orchestrator";
import type { Force, NodeInput, NodeTasksInput } from "@reeve/scheduler-models";
import { json } from "../http/answer.ts";
import type { HttpAnswer } from "../http/message.ts";
import { nodeInfo } from "./node-info.ts";
import { noNode } from "./not-found.ts";

/** The node operations that the three APIs share. */
export const nodeHandlers = {
  list: ({ nodes }: Instance): HttpAnswer => json(nodes.ids()),
  info: (instance: Instance, { node }: NodeInput): HttpAnswer => json(nodeInfo(instance, existing(instance, node))),
  restart: (instance: Instance, { node, tasks }: NodeTasksInput): HttpAnswer =>
    json(instance.nodes.restart(existing(instance, node).id, tasks && { tasks })),
  replace: (instance: Instance, { node, ...force }: NodeInput & Force): HttpAnswer =>
    json(instance.nodes.replace(existing(instance, node).id, force)),
  pause: (instance: Instance, { node }: NodeInput): HttpAnswer =>
    json(instance.nodes.pause(existing(instance, node).id)),
} as const;

/** Finds a node of an instance by its id. Throws `not-found` if there is none, or if the node is internal to the engine. */
export function existing({ nodes, name }: Instance, id: string): NonNullable<ReturnType<typeof nodes.get>> {
  const ids = nodes.ids();
  const found = ids.includes(id) ? nodes.get(id) : undefined;
  if (!found) throw noNode(name, id, ids);
  return found;
}

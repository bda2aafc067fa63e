import { ReeveError } from "@reeve/contract";
import type { Nodes } from "../instance.ts";
import { targetSpecs } from "../machine/configurations.ts";
import { viewOfNode } from "../machine/node.ts";
import { type NodeRequest, requestOfNode } from "../machine/request.ts";
import type { NodeRun } from "../machine/run.ts";
import { didYouMean } from "../specs/did-you-mean.ts";
import { nodeIdsOf } from "../specs/node-ids.ts";
import type { Host } from "./host.ts";

/** Returns the node operations of an instance. Only pod types for which `isShown` returns true are included. */
export function nodesOf(host: Host, isShown: (podType: string) => boolean): Nodes {
  const { machine, runtime } = host;
  const { state } = machine;
  const { name } = state.record;

  function shown(id: string): NodeRun {
    const node = state.nodes.get(id);
    if (node && isShown(node.record.podType)) return node;
    throw new ReeveError("not-found", `no node "${id}" in ${name}`);
  }
  const request = (id: string, wanted: NodeRequest) => host.request(() => requestOfNode(machine, shown(id), wanted));

  return {
    ids: () => {
      const leaving = [...state.nodes.values()].filter(({ record }) => record.leaving !== undefined);
      return targetSpecs(state)
        .filter(({ type }) => isShown(type))
        .flatMap((spec) => {
          const ids = nodeIdsOf(spec);
          const others = leaving.filter(({ record }) => record.podType === spec.type && !ids.includes(record.id));
          return [...ids, ...others.map(({ record }) => record.id)];
        });
    },
    get: (id) => {
      host.settled();
      const node = state.nodes.get(id);
      return node && isShown(node.record.podType) ? viewOfNode(state, node) : undefined;
    },
    restart: (id, options) => request(id, { type: "restart", ...options }),
    replace: (id, options) => request(id, { type: "replace", ...options }),
    pause: (id) => request(id, { type: "pause" }),
    usage: async ({ disk = true, often = false } = {}) => {
      if (!host.opened) throw new Error(`${name} is closed`);
      const { agents } = host.opened;
      const running = [...state.nodes.values()].flatMap(({ record }) => {
        const task = record.tasks.find(({ state }) => state === "running");
        return task && isShown(record.podType)
          ? [{ node: record.id, taskId: task.taskId, volumes: disk ? Object.values(record.volumes) : [] }]
          : [];
      });
      if (often && running.length > (agents.measuredOften ?? running.length)) return new Map();
      const used = await agents.usage?.(running);
      return new Map(
        running.flatMap(({ node, taskId }) => {
          const usage = used?.get(taskId);
          return usage ? [[node, usage] as const] : [];
        }),
      );
    },
    log: async (request) => {
      if (!host.opened) throw new Error(`${name} is closed`);
      const { agents } = host.opened;
      if (!state.nodes.has(request.node)) {
        throw new ReeveError("not-found", `no node "${request.node}"${didYouMean(request.node, state.nodes.keys())}`);
      }
      if (agents.log) return agents.log(request);
      throw new ReeveError("not-found", `the nodes of ${name} are ${runtime.name}, so they have no log`);
    },
  };
}

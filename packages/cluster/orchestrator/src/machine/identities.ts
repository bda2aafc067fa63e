import { isDeepStrictEqual } from "node:util";
import type { PodSpec } from "@reeve/scheduler-models";
import { nodeIdsOf } from "../pod-specs.ts";
import { type PortAsked, portsAsked } from "../programs.ts";
import type { Identity, NodeToIdentify } from "../runtime.ts";
import type { InstanceState, Machine } from "./machine.ts";
import { specOf, touchNode } from "./node.ts";

/**
 * Returns all current nodes and all nodes of these pod specs, with what a runtime has to know in order to assign their addresses and ports.
 */
export function nodesToIdentify(state: InstanceState, podSpecs: readonly PodSpec[]): readonly NodeToIdentify[] {
  const wanted = podSpecs.flatMap((spec) => nodeIdsOf(spec).map((id) => [id, spec] as const));
  const ids = new Set(wanted.map(([id]) => id));
  const others = [...state.nodes.values()].filter(({ record }) => !ids.has(record.id));
  const kept = others.map(({ record }) => [record.id, specOf(state, record.podType, record.wanted)] as const);
  return [...wanted, ...kept].map(([id, spec]) => {
    const had = state.nodes.get(id)?.record.identity;
    return { node: id, ports: portsOfPod(spec), ownAddress: spec["own-address"] === true, ...(had === undefined ? {} : { had }) };
  });
}

/** The ports of a pod, which all tasks of the pod share. */
function portsOfPod(spec: PodSpec): readonly PortAsked[] {
  const requests = spec["task-specs"].flatMap((task) => portsAsked(task["resource-set"]));
  return [...new Map(requests.map((port) => [port.name, port])).values()];
}

/** Stores the identities that the runtime has given to nodes. */
export function identify(machine: Machine, identities: ReadonlyMap<string, Identity>): void {
  for (const [id, identity] of identities) {
    const node = machine.state.nodes.get(id);
    if (!node || isDeepStrictEqual(node.record.identity, identity)) continue;
    node.record.identity = identity;
    touchNode(machine, node);
  }
}

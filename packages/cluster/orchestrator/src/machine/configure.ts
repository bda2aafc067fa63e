import { isDeepStrictEqual } from "node:util";
import type { PodSpec } from "@reeve/scheduler-models";
import type { InstanceDefinition } from "../definition/instance-definition.ts";
import type { DeployedConfiguration } from "../instance.ts";
import { nodeIdsOf } from "../pod-specs.ts";
import type { Identity } from "../runtime.ts";
import { addConfiguration, dropOldConfigurations } from "./configurations.ts";
import { releaseUncontrolled } from "./control.ts";
import { makeCustomPlan } from "./custom-plan.ts";
import { makeDeployPlan } from "./deploy-plan.ts";
import { identify } from "./identities.ts";
import type { Machine } from "./machine.ts";
import { supersede } from "./maintenance.ts";
import { addNode, newNode, touchNode } from "./node.ts";
import { removePlan } from "./plan-run.ts";
import { dropRequests, recoveryPlan } from "./recovery.ts";

/** Makes a configuration the target. Adds new nodes, and makes a plan that updates all nodes that differ from the target. */
export function configure(
  machine: Machine,
  configuration: DeployedConfiguration,
  identities: ReadonlyMap<string, Identity> = new Map(),
): void {
  const { state, changes } = machine;
  addConfiguration(machine, configuration);
  askToLeave(machine, configuration.podSpecs);
  for (const spec of configuration.podSpecs) {
    for (const [index, id] of nodeIdsOf(spec).entries()) {
      if (state.nodes.has(id)) continue;
      const node = newNode({ type: spec.type, index }, configuration.id);
      addNode(state, node);
      changes.nodes.add(node);
    }
  }
  identify(machine, identities);
  // The new definition is applied before the plan is made, because the plan uses the strategy of the new definition.
  adoptDefinition(machine, configuration.definition);
  supersede(machine);
  makeDeployPlan(machine);
  dropOldConfigurations(machine);
}

/**
 * Marks nodes that are missing in the new definition as leaving, and drops all other requests for these nodes. A departure that has begun
 * is always completed. If a later definition contains the node again, the node then joins as a new node.
 */
function askToLeave(machine: Machine, podSpecs: readonly PodSpec[]): void {
  const wanted = new Set(podSpecs.flatMap(nodeIdsOf));
  for (const node of machine.state.nodes.values()) {
    const { record } = node;
    if (!wanted.has(record.id) && record.leaving === undefined) {
      record.leaving = "asked";
      dropRequests(machine, node);
    } else if (wanted.has(record.id) && record.leaving === "asked") delete record.leaving;
    else continue;
    touchNode(machine, node);
  }
}

/** Applies those parts of a definition that a configuration does not contain: the strategy, the revision and the custom plans. */
export function adoptDefinition(machine: Machine, definition: InstanceDefinition): void {
  const { state, changes } = machine;
  const before = state.record.definition;
  state.record.definition = definition;
  changes.instance = true;
  changes.shown = true;
  recoveryPlan(machine);
  releaseUncontrolled(machine);
  for (const name of Object.keys(before.plans)) if (!Object.hasOwn(definition.plans, name)) removePlan(machine, name);
  for (const [name, plan] of Object.entries(definition.plans)) {
    if (!state.plans.has(name) || !isDeepStrictEqual(before.plans[name], plan)) makeCustomPlan(machine, name, plan);
  }
}

import { isDeepStrictEqual } from "node:util";
import type { InstanceDefinition } from "../definition/instance-definition.ts";
import type { Configuration } from "../instance.ts";
import type { Identity } from "../runtime.ts";
import { nodeIdsOf } from "../specs/node-ids.ts";
import { addConfiguration, dropOldConfigurations } from "./configurations.ts";
import { releaseUncontrolled } from "./control.ts";
import { makeCustomPlan } from "./custom-plan.ts";
import { makeDeployPlan } from "./deploy-plan.ts";
import { identify } from "./identities.ts";
import type { Machine } from "./machine.ts";
import { supersede } from "./maintenance.ts";
import { addNode, newNode } from "./node.ts";
import { removePlan } from "./plan-run.ts";
import { recoveryPlan } from "./recovery.ts";

/** A new configuration is the target: nodes that are new are there from now on, and a plan brings all that differ to it. */
export function configure(
  machine: Machine,
  configuration: Configuration,
  identities: ReadonlyMap<string, Identity> = new Map(),
): void {
  const { state, changes } = machine;
  addConfiguration(machine, configuration);
  for (const spec of configuration.podSpecs) {
    for (const [index, id] of nodeIdsOf(spec).entries()) {
      if (state.nodes.has(id)) continue;
      const node = newNode({ type: spec.type, index }, configuration.id);
      addNode(state, node);
      changes.nodes.add(node);
    }
  }
  identify(machine, identities);
  // The strategy of the plan is that of the new definition.
  adoptDefinition(machine, configuration.definition);
  supersede(machine);
  makeDeployPlan(machine);
  dropOldConfigurations(machine);
}

/** Takes over what a definition says beside its configuration: pace, revision, plans of the user's own. */
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

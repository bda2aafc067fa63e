import type { UnsavedChanges } from "../machine/machine.ts";
import { maintenanceKey } from "../machine/maintenance-history.ts";
import { nodeKey } from "../machine/node.ts";
import { phaseKey, planKey, stepKey } from "../machine/plan-run.ts";
import type { InstanceState } from "../machine/run.ts";
import { configurationRows } from "./configuration-rows.ts";
import type { StoredChange } from "./database.ts";

/** The owner of an instance's rows. */
export const ownerOf = (instance: string) => `instance/${instance}`;

/** The key of the list of instances. */
export const LIST = "instances";

/** The changes of an instance, as database entries. */
export function* rowsOf(state: InstanceState, changes: UnsavedChanges): Iterable<StoredChange> {
  const { name } = state.record;
  const owner = ownerOf(name);
  for (const key of changes.removed) yield [owner, key, undefined];
  if (changes.instance) yield [LIST, name, state.record];
  yield* configurationRows(owner, state, changes);
  for (const node of changes.nodes) {
    // A node that has left is no longer in the state. Its row is not written, because `changes.removed` deletes it.
    if (state.nodes.get(node.record.id) === node) yield [owner, nodeKey(node.record.id), node.record];
  }
  for (const plan of changes.plans) yield [owner, planKey(plan.record), plan.record];
  for (const phase of changes.phases) yield [owner, phaseKey(phase), phase.record];
  for (const step of changes.steps) yield [owner, stepKey(step), step.record];
  for (const entry of changes.maintenance) yield [owner, maintenanceKey(entry), entry];
}

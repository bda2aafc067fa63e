import { isRecord, isReeveError } from "@reeve/contract";
import type { Configuration } from "../instance.ts";
import { addNode } from "../machine/node.ts";
import { loadPlans, rowsOfPlans } from "../machine/plan-run.ts";
import type { InstanceState } from "../machine/run.ts";
import { reasonOf } from "../reason.ts";
import { CONFIGURATION, join, numberOf, TEMPLATE } from "./configuration-rows.ts";
import { type Database, damagedEntry } from "./database.ts";
import type { InstanceRecord, MaintenanceRecord, NodeRecord } from "./records.ts";
import { ownerOf } from "./rows.ts";

/** Makes the state of an instance from its record, still without nodes, configurations and plans. */
export function newState(record: InstanceRecord, internal: readonly string[]): InstanceState {
  return {
    record,
    internal: new Set(internal),
    configurations: new Map(),
    configurationKeys: new Map(),
    nodes: new Map(),
    tasks: new Map(),
    down: new Set(),
    failed: new Set(),
    plans: new Map(),
    maintenance: [],
    held: new Set(),
    asking: new Map(),
    epoch: 0,
  };
}

/** Copies the state of an instance, so that a change can be tried on the copy. Configurations never change, so both share them. */
export function copyOfState(state: InstanceState): InstanceState {
  const copy = newState(structuredClone(state.record), [...state.internal]);
  for (const [id, configuration] of state.configurations) copy.configurations.set(id, configuration);
  for (const [id, key] of state.configurationKeys) copy.configurationKeys.set(id, key);
  for (const { record, unseen } of state.nodes.values()) {
    addNode(copy, { record: structuredClone(record), steps: new Set(), unseen });
  }
  loadPlans(copy, structuredClone([...rowsOfPlans(state)]));
  return copy;
}

/** Loads an instance. Checks the essential fields of the rows that `rowsOf` has written, because the file may be damaged. */
export function loadState(database: Database, record: InstanceRecord, internal: readonly string[]): InstanceState {
  try {
    return load(checked(database), record, internal);
  } catch (error) {
    throw isReeveError(error) ? error : damagedEntry(`of ${record.name} (${reasonOf(error)})`, error);
  }
}

/** The text fields that every entry of a kind must have. */
const TEXTS: Readonly<Record<string, readonly string[]>> = {
  "node/": ["id", "podType", "wanted", "state"],
  "plan/": ["name", "id"],
  "plan.phase/": ["id", "name"],
  "plan.step/": ["id", "name", "progress"],
};

function checked({ entries }: Database): Pick<Database, "entries"> {
  return {
    entries: (owner, prefix = "") => {
      const matches = entries(owner, prefix);
      for (const [key, value] of matches) {
        const texts = TEXTS[prefix] ?? [];
        if (texts.length > 0 && !(isRecord(value) && texts.every((field) => typeof value[field] === "string"))) {
          throw damagedEntry(`${owner} ${key}`);
        }
      }
      return matches;
    },
  };
}

function load(database: Pick<Database, "entries">, record: InstanceRecord, internal: readonly string[]): InstanceState {
  const state = newState(record, internal);
  const owner = ownerOf(record.name);
  const templates = new Map(
    database.entries(owner, TEMPLATE).map(([key, template]) => [key.slice(TEMPLATE.length), String(template)]),
  );
  for (const [key, value] of database.entries(owner, CONFIGURATION)) {
    const configuration = join(value as Configuration, templates);
    state.configurations.set(configuration.id, configuration);
    state.configurationKeys.set(configuration.id, numberOf(key));
  }
  for (const [, value] of database.entries(owner, "node/")) {
    addNode(state, { record: value as NodeRecord, steps: new Set() });
  }
  loadPlans(state, [
    ...database.entries(owner, "plan/"),
    ...database.entries(owner, "plan.phase/"),
    ...database.entries(owner, "plan.step/"),
  ]);
  for (const [, value] of database.entries(owner, "maintenance/")) state.maintenance.push(value as MaintenanceRecord);
  return state;
}

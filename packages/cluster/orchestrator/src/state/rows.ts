import { createHash } from "node:crypto";
import { isRecord, isReeveError, ReeveError } from "@reeve/contract";
import type { PodSpec } from "@reeve/scheduler-models";
import type { DeployedConfiguration } from "../instance.ts";
import type { InstanceState, UnsavedChanges } from "../machine/machine.ts";
import { maintenanceKey } from "../machine/maintenance.ts";
import { addNode, nodeKey } from "../machine/node.ts";
import { loadPlans, padded, phaseKey, planKey, rowsOfPlans, stepKey } from "../machine/plan-run.ts";
import { reasonOf } from "../messages.ts";
import type { Database, StoredChange } from "./database.ts";
import { damagedEntry, type InstanceRecord, type MaintenanceRecord, type NodeRecord } from "./records.ts";

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
  for (const { record, unseen, unserving, full } of state.nodes.values()) {
    addNode(copy, { record: structuredClone(record), steps: new Set(), unseen, unserving, full });
  }
  loadPlans(copy, structuredClone([...rowsOfPlans(state)]));
  return copy;
}

/** Loads an instance. Checks the essential fields of the rows that `rowsOf` has written, because the file may be damaged. */
export function loadState(database: Database, record: InstanceRecord, internal: readonly string[]): InstanceState {
  try {
    return load(database, record, internal);
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

function load(database: Database, record: InstanceRecord, internal: readonly string[]): InstanceState {
  const state = newState(record, internal);
  const owner = ownerOf(record.name);
  const rows = (prefix: string) => checked(database.entries(owner, prefix), owner, TEXTS[prefix] ?? []);
  const templates = new Map(rows(TEMPLATE).map(([key, template]) => [key.slice(TEMPLATE.length), String(template)]));
  for (const [key, value] of rows(CONFIGURATION)) {
    const configuration = join(value as DeployedConfiguration, templates);
    state.configurations.set(configuration.id, configuration);
    state.configurationKeys.set(configuration.id, Number(key.slice(CONFIGURATION.length)));
  }
  for (const [, value] of rows("node/")) addNode(state, { record: value as NodeRecord, steps: new Set() });
  loadPlans(state, [...rows("plan/"), ...rows("plan.phase/"), ...rows("plan.step/")]);
  for (const [, value] of rows("maintenance/")) state.maintenance.push(value as MaintenanceRecord);
  return state;
}

function checked<Row extends readonly [key: string, value: unknown]>(rows: readonly Row[], owner: string, texts: readonly string[]) {
  for (const [key, value] of texts.length > 0 ? rows : []) {
    if (!isRecord(value) || texts.some((field) => typeof value[field] !== "string")) throw damagedEntry(`${owner} ${key}`);
  }
  return rows;
}

/** The key prefixes of an instance's configurations and of their templates. */
export const CONFIGURATION = "configuration/";
export const TEMPLATE = "template/";

function* configurationRows(owner: string, state: InstanceState, changes: UnsavedChanges): Iterable<StoredChange> {
  for (const id of changes.configurations) {
    const configuration = state.configurations.get(id);
    if (!configuration) continue;
    const { kept, templates } = split(configuration);
    for (const [hash, template] of templates) yield [owner, TEMPLATE + hash, template];
    yield [owner, keyOf(state.configurationKeys.get(id) ?? 0), kept];
  }
  if (changes.dropped.size === 0) return;
  const used = new Set([...state.configurations.values()].flatMap((each) => [...split(each).templates.keys()]));
  for (const [key, configuration] of changes.dropped) {
    yield [owner, keyOf(key), undefined];
    for (const hash of split(configuration).templates.keys()) {
      if (!used.has(hash)) yield [owner, TEMPLATE + hash, undefined];
    }
  }
}

const keyOf = (number: number) => CONFIGURATION + padded(number);

interface Split {
  /** The configuration with a hash in place of each template. */
  readonly kept: DeployedConfiguration;
  readonly templates: ReadonlyMap<string, string>;
}

const known = new WeakMap<DeployedConfiguration, Split>();

/** Replaces templates with hashes, so that each is stored once: they are most of a configuration, and usually stay the same. */
export function split(configuration: DeployedConfiguration): Split {
  const before = known.get(configuration);
  if (before) return before;
  const templates = new Map<string, string>();
  const podSpecs = withTemplates(configuration.podSpecs, (template) => {
    const hash = createHash("sha256").update(template).digest("hex").slice(0, 32);
    templates.set(hash, template);
    return hash;
  });
  const made = { kept: { ...configuration, podSpecs }, templates };
  known.set(configuration, made);
  return made;
}

/** Replaces the hashes with their templates. */
export function join(kept: DeployedConfiguration, templates: ReadonlyMap<string, string>): DeployedConfiguration {
  const podSpecs = withTemplates(kept.podSpecs, (hash) => {
    const template = templates.get(hash);
    if (template !== undefined) return template;
    throw new ReeveError("server-failure", `the state is damaged: a template of the configuration ${kept.id} is missing`);
  });
  return { ...kept, podSpecs };
}

/** Replaces the template of each file in the pod specs. */
export function withTemplates(podSpecs: readonly PodSpec[], replace: (template: string) => string): readonly PodSpec[] {
  return podSpecs.map((pod) => ({
    ...pod,
    "task-specs": pod["task-specs"].map((task) => {
      const files = task["config-files"];
      if (!files) return task;
      const replaced = files.map((file) => ({ ...file, "template-content": replace(file["template-content"]) }));
      return { ...task, "config-files": replaced };
    }),
  }));
}

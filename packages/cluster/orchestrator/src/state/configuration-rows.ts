import { createHash } from "node:crypto";
import { ReeveError } from "@reeve/contract";
import type { PodSpec } from "@reeve/scheduler-models";
import type { Configuration } from "../instance.ts";
import type { UnsavedChanges } from "../machine/machine.ts";
import type { InstanceState } from "../machine/run.ts";
import type { StoredChange } from "./database.ts";

/** The key prefixes of an instance's configurations and of their templates. */
export const CONFIGURATION = "configuration/";
export const TEMPLATE = "template/";

/** The rows of configurations that were added or dropped since the last write. */
export function* configurationRows(
  owner: string,
  state: InstanceState,
  changes: UnsavedChanges,
): Iterable<StoredChange> {
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

/** Numbers are padded with zeros, so that keys in alphabetical order are also in numerical order. */
const keyOf = (number: number) => CONFIGURATION + String(number).padStart(9, "0");

export const numberOf = (key: string): number => Number(key.slice(CONFIGURATION.length));

interface Split {
  /** The configuration with a hash in place of each template. */
  readonly kept: Configuration;
  readonly templates: ReadonlyMap<string, string>;
}

const known = new WeakMap<Configuration, Split>();

/**
 * Replaces the templates of a configuration with hashes, so that each template is stored once. Templates make up most of a configuration's
 * size, and usually stay the same in the next configuration.
 */
export function split(configuration: Configuration): Split {
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
export function join(kept: Configuration, templates: ReadonlyMap<string, string>): Configuration {
  const podSpecs = withTemplates(kept.podSpecs, (hash) => {
    const template = templates.get(hash);
    if (template !== undefined) return template;
    throw new ReeveError(
      "server-failure",
      `the state is damaged: a template of the configuration ${kept.id} is missing`,
    );
  });
  return { ...kept, podSpecs };
}

function withTemplates(podSpecs: readonly PodSpec[], replace: (template: string) => string): readonly PodSpec[] {
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

import { isDeepStrictEqual } from "node:util";
import { isRecord } from "@reeve/contract";
import type { Instance, InstanceDefinition, InstanceInput } from "@reeve/orchestrator";
import { type Reading, readObject } from "./read-definition.ts";
import type { DefinitionInput } from "./service-definition.ts";

/** The definition of the running instances as a user would write it, without defaults. Deploying it changes nothing. */
export function shownDefinition(instances: readonly Pick<Instance, "name" | "definition">[], reading: Reading): DefinitionInput {
  const services = instances.map(({ name, definition }) => [name, shownInstance(definition, reading)] as const);
  return { services: Object.fromEntries(services.toSorted(([one], [other]) => (one < other ? -1 : 1))) };
}

function shownInstance(definition: InstanceDefinition, { offers }: Reading): InstanceInput {
  const { kind, engine, revision } = definition;
  const { runtime } = definition as { readonly runtime?: unknown };
  /** Adds all defaults to the given settings. Returns undefined if a setting is missing that has no default. */
  const usual = (given: object): InstanceDefinition | undefined => {
    try {
      return readObject({ services: { usual: given as InstanceInput } }, { offers }).definition.services.usual;
    } catch {
      return undefined;
    }
  };
  const isUsualEngine = usual({ kind })?.engine === engine;
  const named = { kind, revision, ...(!isUsualEngine && { engine }) };
  const defaults = usual(named) ?? { ...usual({ ...named, runtime }), runtime: undefined };
  const shown = { ...named, ...(without(definition, defaults) as object) };
  if (!("runtime" in shown) || !isRecord(runtime)) return shown as InstanceInput;
  const isSame = (given: object) => {
    const read = usual({ ...named, runtime: given }) as { readonly runtime?: unknown } | undefined;
    return isDeepStrictEqual(read?.runtime, runtime);
  };
  return { ...shown, runtime: withoutDefaults(runtime, isSame) } as InstanceInput;
}

/** Leaves out the settings of a runtime that equal their defaults. The defaults depend on the runtime. */
function withoutDefaults(
  runtime: Readonly<Record<string, unknown>>,
  isSame: (given: object) => boolean,
): Readonly<Record<string, unknown>> {
  return Object.keys(runtime).reduce((left, field) => {
    const { [field]: _, ...less } = left;
    return field !== "name" && isSame(less) ? less : left;
  }, runtime);
}

function without(value: unknown, usual: unknown): unknown {
  if (!isRecord(value) || !isRecord(usual)) return value;
  const differing = Object.entries(value).filter(([field, each]) => !isDeepStrictEqual(each, usual[field]));
  return Object.fromEntries(differing.map(([field, each]) => [field, without(each, usual[field])]));
}

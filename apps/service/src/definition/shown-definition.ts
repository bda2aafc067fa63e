import { isDeepStrictEqual } from "node:util";
import { isRecord } from "@reeve/contract";
import type { Instance, InstanceDefinition, InstanceInput } from "@reeve/orchestrator";
import { type Reading, readObject } from "./read-definition.ts";
import type { DefinitionInput } from "./service-definition.ts";

/** The definition of the running instances as a user would write it, without defaults. Deploying it changes nothing. */
export function shownDefinition(
  instances: readonly Pick<Instance, "name" | "definition">[],
  reading: Reading,
): DefinitionInput {
  const services = instances.map(({ name, definition }) => [name, shownInstance(definition, reading)] as const);
  return { services: Object.fromEntries(services.toSorted(([one], [other]) => (one < other ? -1 : 1))) };
}

function shownInstance(definition: InstanceDefinition, { offers }: Reading): InstanceInput {
  const { kind, engine, revision } = definition;
  const usual = (given: InstanceInput) =>
    readObject({ services: { usual: given } }, { offers }).definition.services.usual;
  const isUsualEngine = usual({ kind })?.engine === engine;
  const named = { kind, revision, ...(!isUsualEngine && { engine }) } as InstanceInput;
  const shown = { ...named, ...(without(definition, usual(named)) as object) };
  const { runtime } = definition as { readonly runtime?: unknown };
  if (!("runtime" in shown) || !isRecord(runtime)) return shown;
  const isSame = (given: object) => {
    try {
      return isDeepStrictEqual(
        (usual({ ...named, runtime: given } as InstanceInput) as typeof definition).runtime,
        runtime,
      );
    } catch {
      // Without this setting, the runtime refuses the definition, so the setting must be shown.
      return false;
    }
  };
  return { ...shown, runtime: withoutDefaults(runtime, isSame) } as InstanceInput;
}

/** Leaves out every setting of a runtime that has its default value. The default values depend on the runtime. */
function withoutDefaults(
  runtime: Readonly<Record<string, unknown>>,
  isSame: (given: object) => boolean,
): Readonly<Record<string, unknown>> {
  return Object.keys(runtime).reduce((left, field) => {
    const { [field]: _, ...less } = left;
    return field !== "name" && isSame(less) ? less : left;
  }, runtime);
}

/** The part of a value that differs from the default. */
function without(value: unknown, usual: unknown): unknown {
  if (!isRecord(value) || !isRecord(usual)) return value;
  const differing = Object.entries(value).filter(([field, each]) => !isDeepStrictEqual(each, usual[field]));
  return Object.fromEntries(differing.map(([field, each]) => [field, without(each, usual[field])]));
}

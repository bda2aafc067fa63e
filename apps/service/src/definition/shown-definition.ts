import { isDeepStrictEqual } from "node:util";
import { isRecord } from "@reeve/contract";
import type { Instance, InstanceDefinition, InstanceInput } from "@reeve/orchestrator";
import { type Reading, readObject } from "./read-definition.ts";
import type { DefinitionInput } from "./service-definition.ts";

/** The definition of what runs, as a user would write it: without defaults. Deploying it changes nothing. */
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
  return { ...named, ...(without(definition, usual(named)) as object) };
}

/** The part of a value that differs from the default. */
function without(value: unknown, usual: unknown): unknown {
  if (!isRecord(value) || !isRecord(usual)) return value;
  const differing = Object.entries(value).filter(([field, each]) => !isDeepStrictEqual(each, usual[field]));
  return Object.fromEntries(differing.map(([field, each]) => [field, without(each, usual[field])]));
}

import * as v from "valibot";
import { InstanceDefinition, type InstanceInput } from "../../src/index.ts";

/** Definitions with their defaults, by name. */
export function definitions(inputs: Readonly<Record<string, InstanceInput>>): Record<string, InstanceDefinition> {
  return Object.fromEntries(Object.entries(inputs).map(([name, input]) => [name, v.parse(InstanceDefinition, input)]));
}

/** A broker service by the name of `kafka`. */
export function kafka(
  settings: Readonly<Record<string, unknown>> = {},
  more: object = {},
): Record<string, InstanceDefinition> {
  return definitions({ kafka: { kind: "broker", settings, ...more } as InstanceInput });
}

import * as v from "valibot";
import {
  type InstanceDefinition,
  immediate,
  type Kind,
  type SettingSchemas,
  type SoftwareSettings,
  softwareSettings,
} from "../../src/for-engines.ts";
import { type InstanceInput, instanceDefinition } from "../../src/index.ts";

/** The settings of the engines in tests. */
export interface TestSettings {
  readonly pace: number;
  readonly controllers: number;
  readonly engineConfiguration: SoftwareSettings;
}

export const testSettings: SettingSchemas = {
  pace: immediate(v.exactOptional(v.number(), 1)),
  controllers: v.exactOptional(v.number(), 1),
  engineConfiguration: softwareSettings({}),
};

const offers = (["broker", "wide-column", "file-system"] as const).map((kind: Kind) => ({
  engine: { name: "simulated", kind, settings: testSettings },
  runtime: { name: "test" },
}));

/** Definitions with their defaults, by name. */
export function definitions(inputs: Readonly<Record<string, InstanceInput>>): Record<string, InstanceDefinition> {
  const schema = instanceDefinition(offers, "keep");
  return Object.fromEntries(Object.entries(inputs).map(([name, input]) => [name, v.parse(schema, input)]));
}

/** A broker service named `kafka`. */
export function kafka(settings: Readonly<Record<string, unknown>> = {}, more: object = {}): Record<string, InstanceDefinition> {
  return definitions({ kafka: { kind: "broker", settings, ...more } as InstanceInput });
}

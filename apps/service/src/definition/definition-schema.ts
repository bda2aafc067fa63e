import { definitionEntries, installedAmong, type Kind, type Offer } from "@reeve/orchestrator";
import type { JsonSchema } from "@valibot/to-json-schema";
import * as v from "valibot";
import { offersWith } from "../engines/open-engines.ts";
import { jsonSchema } from "../openapi/schemas.ts";
import { serviceEntries } from "./service-definition.ts";

/** The JSON Schema of definition files, by which editors complete and check them. It is made from the schemas that check definitions. */
export async function definitionSchema(): Promise<JsonSchema> {
  const byKind = Map.groupBy(installedAmong(await offersWith()), ({ engine }) => engine.kind);
  const service = plain(v.strictObject(serviceEntries));
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "A definition of Reeve",
    description:
      "The instances that a Reeve service runs, and how the service is reached. It contains only what differs from the defaults.",
    ...service,
    properties: {
      ...service.properties,
      services: {
        type: "object",
        description: "The instances by name.",
        minProperties: 1,
        propertyNames: { pattern: "^[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$" },
        additionalProperties: {
          type: "object",
          required: ["kind"],
          properties: { kind: { enum: [...byKind.keys()], description: "The kind of service." } },
          allOf: [...byKind].flatMap(([kind, offers]) => alternatives(kind, offers)),
        },
      },
    },
  };
}

/** The fields of an instance depend on its kind and its engine. The first engine of a kind is the default. */
function alternatives(kind: Kind, offers: readonly Offer[]): readonly JsonSchema[] {
  const engines = [...new Set(offers.map(({ engine }) => engine.name))];
  const [usual] = engines;
  return engines.map((name): JsonSchema => {
    const fitting = offers.filter(({ engine }) => engine.name === name);
    const isMeant = { properties: { kind: { const: kind }, engine: { const: name } } };
    return {
      // Without the field `engine`, the condition holds for the default only.
      if: { ...isMeant, required: name === usual ? ["kind"] : ["kind", "engine"] },
      // biome-ignore lint/suspicious/noThenProperty: this is a keyword of JSON Schema
      then: instance(kind, engines, fitting),
    };
  });
}

function instance(kind: Kind, engines: readonly string[], fitting: readonly Offer[]): JsonSchema {
  const described = plain(v.strictObject(definitionEntries(kind, fitting[0]?.engine.settings)));
  return {
    ...described,
    properties: {
      ...described.properties,
      engine: { enum: [...engines], default: engines[0] ?? "", description: "The engine that runs the service." },
      runtime: {
        description: "Where the nodes run: the name of a runtime, or an object with its name and settings.",
        anyOf: [
          { enum: fitting.map(({ runtime }) => runtime.name) },
          ...fitting.map(({ runtime: { name, settings = {} } }): JsonSchema => {
            const own = plain(v.strictObject(settings));
            return { ...own, required: ["name", ...(own.required ?? [])], properties: { name: { const: name }, ...own.properties } };
          }),
        ],
      },
    },
  };
}

function plain(schema: v.GenericSchema): JsonSchema {
  return jsonSchema(schema, new Map());
}

import { expect, test } from "vitest";
import { type DefinitionSchema, suggestionsAt } from "./schema.ts";

const engine = (name: string, fields: DefinitionSchema["properties"], required: readonly string[]) => ({
  if: { required, properties: { kind: { const: "broker" }, engine: { const: name } } },
  // biome-ignore lint/suspicious/noThenProperty: this is a keyword of JSON Schema
  then: { properties: { kind: {}, engine: { enum: ["simulated", "kafka"] }, ...fields } },
});
const schema: DefinitionSchema = {
  properties: {
    tls: { type: "boolean" },
    services: {
      type: "object",
      additionalProperties: {
        properties: { kind: { enum: ["broker", "wide-column"] } },
        allOf: [
          engine("simulated", { pace: { description: "how fast" }, settings: { type: "object" } }, ["kind"]),
          engine("kafka", { heap: {}, settings: { properties: { BROKER_COUNT: {}, BROKER_MEM: {} } } }, ["kind", "engine"]),
        ],
      },
    },
  },
};

/** The suggestions at the place of `|`. */
function at(text: string): readonly string[] {
  return suggestionsAt(text.replace("|", ""), text.indexOf("|"), schema).map(({ word }) => word);
}

test("the fields that fit are suggested, without those that are there", () => {
  expect(at("|")).toEqual(["tls", "services"]);
  expect(at("tls: true\n|")).toEqual(["services"]);
  expect(at("services:\n  kafka:\n    |")).toEqual(["kind"]);
  expect(at("services:\n  kafka:\n    kind: broker\n    |")).toEqual(["engine", "pace", "settings"]);
  expect(at("services:\n  kafka:\n    kind: broker\n    engine: kafka\n    h|\n  other:\n    kind: broker")).toEqual(["heap"]);
  expect(at("services:\n  kafka:\n    |\n    kind: broker\n    engine: kafka")).toEqual(["heap", "settings"]);
  expect(at("services:\n  kafka:\n    kind: broker\n    engine: kafka\n    settings:\n      BROKER_MEM: 1\n      BRO|")).toEqual([
    "BROKER_COUNT",
  ]);
});

test("values are suggested where the schema names them", () => {
  expect(at("tls: |")).toEqual(["true", "false"]);
  expect(at("services:\n  kafka:\n    kind: w|")).toEqual(["wide-column"]);
  expect(at("services:\n  kafka:\n    kind: broker\n    engine: |")).toEqual(["simulated", "kafka"]);
  expect(at("services: { kafka|")).toEqual([]);
});

test("a suggestion replaces what is typed, and opens a block", () => {
  expect(suggestionsAt("serv", 4, schema)).toMatchObject([{ text: "services:\n  ", typed: 4 }]);
});

import {
  type AnyApi,
  documentedSchema,
  inputFields,
  type ListedOperation,
  listOperations,
  routeTextsOf,
  secretFields,
} from "@reeve/contract";
import { jsonSchema, type NamedSchemas, namedSchema, namedSchemas } from "@reeve/service/openapi";
import { coverRows } from "@reeve/tests/coverage";
import type { JsonSchema } from "@valibot/to-json-schema";
import * as v from "valibot";

/** Writes the reference page of an API: its resources, and its operations with inputs, outputs and the routes of each revision. */
export function referencePage(api: AnyApi): string {
  const named = namedSchemas(api, api.revisions);
  const operations = listOperations(api);
  return [
    `# The ${api.about} API`,
    "",
    `This page lists every operation of the ${api.about} API, as the operation is declared. Made by \`npm run generate\`.`,
    "",
    `| operation | what it does | effect | ${api.revisions.join(" | ")} |`,
    `|---|---|---|${api.revisions.map(() => ":-:|").join("")}`,
    ...operations.map((listed) => overviewLine(listed, api)),
    "",
    "The document that specifies an API is called the API document. ● the operation is in the API document of this revision · ○ the operation is not in it; the section about the operation says why the operation exists.",
    "",
    "**Effect:** `read` changes nothing, so it may be sent again. `change` changes something, so it is sent only once. `destroy` deletes something for good, so commands ask for confirmation first.",
    "",
    "## Operations",
    ...operations.flatMap((listed) => operationSection(listed, api, named)),
    "",
    "## Resources",
    "",
    "This section describes the objects that servers send. Clients also return fields that are not listed here. ☐ marks a field that may be missing.",
    ...[...named.keys()].sort().flatMap((name) => resourceSection(name, named)),
    "",
  ].join("\n");
}

/** Documented rows by service, revision and operation. */
const documented = new Set(coverRows().map(({ row, revision, found }) => `${row.api} ${revision} ${found?.name}`));

function overviewLine({ name, operation, revisions }: ListedOperation, { name: service, revisions: all }: AnyApi): string {
  const isDocumented = (operation: string, revision: string) => documented.has(`${service} ${revision} ${operation}`);
  const marks = all.map((revision) => {
    if (!revisions.includes(revision)) return "";
    return isDocumented(name, revision) ? "●" : "○";
  });
  return `| [${name}](#${anchor(name)}) | ${operation.summary} | ${operation.effect} | ${marks.join(" | ")} |`;
}

function operationSection({ name, operation, revisions }: ListedOperation, api: AnyApi, named: NamedSchemas): string[] {
  const routes = revisions.flatMap((revision) => {
    const extension = operation.extensions[revision];
    return routeTextsOf(operation, revision).map((route) => `| ${revision} | \`${route}\` | ${extension ?? ""} |`);
  });
  const [newest = ""] = revisions.slice(-1);
  const output = documentedSchema(operation.output, newest);
  const fields = Object.entries(inputFields(operation));
  const missing = api.revisions.filter((revision) => !revisions.includes(revision));
  return [
    "",
    `### ${name}`,
    "",
    `${operation.summary}.${operation.about === "" ? "" : ` ${operation.about}`}`,
    ...(operation.consequence === undefined ? [] : ["", `> ${operation.consequence}`]),
    "",
    ...(operation.output.note === undefined ? [] : [operation.output.note, ""]),
    `Effect: ${operation.effect}. Answer: ${typeName(jsonSchema(output, named))}, with status ${operation.output.statuses.join(", ")}.`,
    ...(missing.length > 0 && operation.instead
      ? [`In ${missing.join(", ")}, use [${operation.instead}](#${anchor(operation.instead)}) instead.`]
      : []),
    "",
    "| revision | route | |",
    "|---|---|---|",
    ...routes,
    ...(fields.length === 0
      ? []
      : ["", "| field | type | meaning |", "|---|---|---|", ...fields.map((field) => fieldLine(field, operation, named))]),
    ...(fields.length === 0 ? [] : ["", "```json", JSON.stringify(operation.example), "```"]),
  ];
}

function fieldLine([name, schema]: [string, v.GenericSchema], operation: ListedOperation["operation"], named: NamedSchemas): string {
  const described = jsonSchema(schema, named);
  const optional = schema.type === "exact_optional";
  const fallback = described.default === undefined ? "" : ` (default: \`${described.default}\`)`;
  const secret = secretFields(operation).has(name) ? " (secret)" : "";
  return `| ${name}${optional ? " ☐" : ""} | ${typeName(described)} | ${described.description ?? ""}${fallback}${secret} |`;
}

function resourceSection(name: string, named: NamedSchemas): string[] {
  const schema = namedSchema(name, named);
  const about = named.get(name);
  const rows = schema.type === "object" ? fieldRows("", schema) : [];
  return [
    "",
    `### ${name} (resource)`,
    "",
    (about && v.getDescription(about)) ?? "",
    ...(rows.length === 0 ? ["", `Type: ${typeName(schema)}.`] : ["", "| field | type | meaning |", "|---|---|---|", ...rows]),
  ];
}

/** The fields of an object. Each nested field is named by its path. */
function fieldRows(path: string, schema: JsonSchema): string[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    if (typeof field === "boolean") return [];
    const optional = schema.required?.includes(name) ? "" : " ☐";
    const row = `| ${path}${name}${optional} | ${typeName(field)} | ${field.description ?? ""} |`;
    const inner = objectIn(field);
    return inner ? [row, ...fieldRows(`${path}${name}.`, inner)] : [row];
  });
}

function objectIn(schema: JsonSchema): JsonSchema | undefined {
  if (schema.type === "object" && schema.properties) return schema;
  for (const option of schema.anyOf ?? []) if (typeof option !== "boolean" && objectIn(option)) return objectIn(option);
  if (schema.type === "array" && typeof schema.items === "object" && !Array.isArray(schema.items)) return objectIn(schema.items);
  return undefined;
}

function typeName(schema: JsonSchema): string {
  if (schema.$ref) {
    const name = schema.$ref.replace("#/components/schemas/", "");
    return `[${name}](#${anchor(name)}-resource)`;
  }
  if (schema.anyOf) return schema.anyOf.map((option) => (typeof option === "boolean" ? "anything" : typeName(option))).join(" or ");
  if (schema.enum) return schema.enum.map((word) => `\`${word}\``).join(" or ");
  if (schema.type === "array")
    return `array of ${typeof schema.items === "object" && !Array.isArray(schema.items) ? typeName(schema.items) : "anything"}`;
  if (schema.type === "object" && typeof schema.additionalProperties === "object")
    return `object of ${typeName(schema.additionalProperties)}`;
  if (schema.type === "integer" || schema.type === "number") return `${schema.type}${range(schema)}`;
  return typeof schema.type === "string" ? schema.type : "anything";
}

function range({ minimum, maximum }: JsonSchema): string {
  if (minimum !== undefined && maximum !== undefined) return ` ${minimum} to ${maximum}`;
  return minimum === undefined ? "" : ` ≥ ${minimum}`;
}

function anchor(name: string): string {
  return name.toLowerCase().replaceAll(".", "");
}

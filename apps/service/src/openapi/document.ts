import {
  type AnyApi,
  type AnyOperation,
  documentedSchema,
  inputFields,
  type Listed,
  listOperations,
  type Route,
  routesOf,
} from "@reeve/contract";
import type { JsonSchema } from "@valibot/to-json-schema";
import type * as v from "valibot";
import { definition, jsonSchema, type NamedSchemas, namedSchemas } from "./schemas.ts";

interface Spelled {
  readonly listed: Listed;
  readonly route: Route;
  /** The first route of an operation carries its plain name. */
  readonly id: string;
}

/** The OpenAPI 3.1 document of one revision of an API. */
export function openApi(api: AnyApi, revision: string): object {
  const named = namedSchemas(api, [revision]);
  const spelled = listOperations(api, revision).flatMap((listed) =>
    routesOf(listed.operation, revision).map((route, index) => ({
      listed,
      route,
      id: index === 0 ? listed.name : `${listed.name}.${index + 1}`,
    })),
  );
  return {
    openapi: "3.1.0",
    info: {
      title: `${api.about} management API, ${revision}`,
      version: revision,
      description:
        "Made from the operations that Reeve declares. Routes that differ only in their query share an entry here: `x-reeve-operations` tells them apart.",
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
    },
    servers: [{ url: "{base_url}", variables: { base_url: { default: "https://cluster.example" } } }],
    security: [{ token: [] }],
    paths: paths(spelled, revision, named),
    components: {
      securitySchemes: {
        token: { type: "apiKey", in: "header", name: "Authorization", description: "token=<AUTH_TOKEN>" },
      },
      schemas: {
        ...Object.fromEntries([...named.keys()].sort().map((name) => [name, definition(name, named)])),
        Problem: problem,
      },
    },
  };
}

const problem = {
  type: "object",
  description: "What went wrong (RFC 9457).",
  properties: {
    type: { type: "string" },
    title: { type: "string" },
    status: { type: "integer" },
    detail: { type: "string" },
  },
};

function paths(
  spelled: readonly Spelled[],
  revision: string,
  named: NamedSchemas,
): Record<string, Record<string, object>> {
  const byPath = Map.groupBy(spelled, ({ route }) => pathOf(route));
  return Object.fromEntries(
    [...byPath].map(([path, onPath]) => {
      const byMethod = Map.groupBy(onPath, ({ route }) => route.method.toLowerCase());
      return [path, Object.fromEntries([...byMethod].map(([method, same]) => [method, entry(same, revision, named)]))];
    }),
  );
}

function pathOf({ segments }: Route): string {
  return segments.map((part) => `/${"word" in part ? part.word : `{${part.field}}`}`).join("");
}

/** One entry for all routes that share path and method. */
function entry(same: readonly Spelled[], revision: string, named: NamedSchemas): object {
  const operations = same.map(({ listed }) => listed.operation);
  const [first] = operations as [AnyOperation];
  const body = first.body.length === 0 ? {} : { requestBody: requestBody(first, named) };
  return {
    operationId: same.map(({ id }) => id).join("-or-"),
    summary: operations.map(({ summary }) => summary).join(" · "),
    description: [...new Set(operations.map(({ about }) => about).filter((about) => about !== ""))].join(" "),
    "x-reeve-operations": same.map(({ listed, route }) => ({
      name: listed.name,
      effect: listed.operation.effect,
      route: route.text,
      ...(listed.operation.extensions[revision] && { extension: listed.operation.extensions[revision] }),
    })),
    parameters: [...pathParameters(same, named), ...queryParameters(same, named)],
    ...body,
    responses: responses(operations, revision, named),
  };
}

function pathParameters([first]: readonly Spelled[], named: NamedSchemas): object[] {
  if (!first) return [];
  const fields = inputFields(first.listed.operation);
  return first.route.segments.flatMap((part) => {
    if ("word" in part) return [];
    const schema = fields[part.field];
    const described = schema
      ? withoutDefault(jsonSchema(schema, named))
      : { type: "string", description: "name of the service instance" };
    return [{ name: part.field, in: "path", required: true, schema: described }];
  });
}

/** A path has no hole: what is in it is always said. */
function withoutDefault({ default: _, ...schema }: JsonSchema): JsonSchema {
  return schema;
}

/** A parameter is required where every one of the routes asks for it; a fixed part is a choice between their words. */
function queryParameters(same: readonly Spelled[], named: NamedSchemas): object[] {
  const names = [...new Set(same.flatMap(({ route }) => route.query.map(({ name }) => name)))];
  return names.map((name) => {
    const uses = same.flatMap(({ route, listed }) => {
      const part = route.query.find((each) => each.name === name);
      return part ? [{ part, fields: inputFields(listed.operation) }] : [];
    });
    const words = uses.flatMap(({ part }) => ("word" in part ? [part.word] : []));
    const [schema] = uses.flatMap(({ part, fields }) => ("field" in part ? (fields[part.field] ?? []) : []));
    const required =
      uses.length === same.length &&
      uses.every(({ part, fields }) => "word" in part || !isOptional(fields[part.field]));
    return { name, in: "query", required, schema: schema ? jsonSchema(schema, named) : { enum: words } };
  });
}

function requestBody(operation: AnyOperation, named: NamedSchemas): object {
  const fields = Object.entries(inputFields(operation)).filter(([name]) => operation.body.includes(name));
  return {
    required: true,
    content: {
      "application/json": {
        schema: {
          type: "object",
          properties: Object.fromEntries(fields.map(([name, schema]) => [name, jsonSchema(schema, named)])),
          required: fields.filter(([, schema]) => !isOptional(schema)).map(([name]) => name),
          additionalProperties: false,
        },
        example: operation.example,
      },
    },
  };
}

function responses(operations: readonly AnyOperation[], revision: string, named: NamedSchemas): object {
  const statuses = [...new Set(operations.flatMap(({ output }) => output.statuses))].sort();
  const schemas = [...new Set(operations.map(({ output }) => documentedSchema(output, revision)))].map((each) =>
    jsonSchema(each, named),
  );
  const schema = schemas.length === 1 ? schemas[0] : { anyOf: schemas };
  const [{ output }] = operations as [AnyOperation];
  const carried = statuses.map((status) => {
    const media = status === 208 ? { "text/plain": { schema: { type: "string" } } } : { [output.media]: { schema } };
    return [status, { description: meaning[status] ?? "the answer", content: media }];
  });
  return {
    ...Object.fromEntries(carried),
    default: {
      description: "a failure",
      content: { "application/problem+json": { schema: { $ref: "#/components/schemas/Problem" } } },
    },
  };
}

const meaning: Readonly<Record<number, string>> = {
  200: "done",
  202: "accepted, or not complete yet",
  208: "there was nothing to do",
  417: "the plan has errors; it is in the body all the same",
  503: "R1, R2 and older servers: the plan is not complete; it is in the body all the same",
};

function isOptional(schema: v.GenericSchema | undefined): boolean {
  return schema?.type === "exact_optional";
}

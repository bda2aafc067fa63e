import { type AnyApi, type AnyOperation, inputFields, type ListedOperation, listOperations, type Route, routesOf } from "@reeve/contract";
import type { JsonSchema } from "@valibot/to-json-schema";
import type * as v from "valibot";
import { responses } from "./responses.ts";
import { jsonSchema, type NamedSchemas, namedSchema, namedSchemas } from "./schemas.ts";

interface Spelled {
  readonly listed: ListedOperation;
  readonly route: Route;
  /** The index of this route among the operation's routes. */
  readonly index: number;
}

/** The OpenAPI 3.1 document of one revision of an API. */
export function openApi(api: AnyApi, revision: string): object {
  const named = namedSchemas(api, [revision]);
  const spelled = listOperations(api, revision).flatMap((listed) =>
    routesOf(listed.operation, revision).map((route, index) => ({ listed, route, index })),
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
      securitySchemes: { token: { type: "apiKey", in: "header", name: "Authorization", description: "token=<AUTH_TOKEN>" } },
      schemas: { ...Object.fromEntries([...named.keys()].sort().map((name) => [name, namedSchema(name, named)])), Problem: problem },
    },
  };
}

const problem = {
  type: "object",
  description: "What went wrong (RFC 9457).",
  properties: {
    type: { type: "string", description: "urn:reeve:error: and the code" },
    title: { type: "string" },
    status: { type: "integer" },
    detail: { type: "string" },
    code: { type: "string", description: "bad-input, not-found, conflict …" },
  },
  required: ["type", "title", "status", "detail", "code"],
};

function paths(spelled: readonly Spelled[], revision: string, named: NamedSchemas): Record<string, Record<string, object>> {
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

function entry(same: readonly Spelled[], revision: string, named: NamedSchemas): object {
  const operations = same.map(({ listed }) => listed.operation);
  const [first] = operations as [AnyOperation];
  const body = first.body.length > 0 || first.listBody !== undefined ? { requestBody: requestBody(first, named) } : {};
  return {
    operationId: idOf(same),
    summary: operations.map(({ summary }) => summary).join(" · "),
    description: [...new Set(operations.map(({ about }) => about).filter((about) => about !== "")), ...choiceOf(same)].join(" "),
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

/**
 * The id of an entry. Operations that share an entry also share its id, such as `topicsAlterOrProducerTest`. If the entry is an operation's
 * second route, the id ends with what distinguishes this route from the first one.
 */
function idOf(same: readonly Spelled[]): string {
  const first = same.filter(({ index }) => index === 0);
  const [{ listed, route }] = (first.length > 0 ? first : same) as [Spelled];
  const verbs = first.map(({ listed: { verb } }) => verb);
  if (verbs.length > 0) return listed.noun + verbs.map(capitalised).join("Or");
  const [usual] = routesOf(listed.operation, listed.revisions[0] ?? "");
  const suffix = usual.method === route.method ? "InShort" : `By${capitalised(route.method.toLowerCase())}`;
  return listed.noun + capitalised(listed.verb) + suffix;
}

function capitalised(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** Describes which parameters of a shared entry belong together. */
function choiceOf(same: readonly Spelled[]): readonly string[] {
  if (same.length < 2) return [];
  const choices = same.map(({ listed, route: { query } }) => {
    const parts = query.map((part) => ("word" in part ? `${part.name}=${part.word}` : part.name));
    return `${parts.length === 0 ? "with none of the query" : `with ${parts.join(" and ")}`}: ${listed.operation.summary}`;
  });
  return [`The operation depends on the query. ${choices.join("; ")}.`];
}

function pathParameters([first]: readonly Spelled[], named: NamedSchemas): object[] {
  if (!first) return [];
  const fields = inputFields(first.listed.operation);
  return first.route.segments.flatMap((part) => {
    if ("word" in part) return [];
    const schema = fields[part.field];
    const described = schema
      ? withoutDefault(parameterSchema(schema, named))
      : { type: "string", description: "name of the service instance" };
    return [{ name: part.field, in: "path", required: true, schema: described }];
  });
}

/** Removes the default value. A path parameter needs none, because it is always given. */
function withoutDefault({ default: _, ...schema }: JsonSchema): JsonSchema {
  return schema;
}

/** Describes a parameter as text, because in a URL every value is text. A number becomes a pattern of digits. */
function parameterSchema(schema: v.GenericSchema, named: NamedSchemas): JsonSchema {
  const { anyOf, ...rest } = jsonSchema(schema, named);
  const text = anyOf?.find((option) => typeof option === "object" && option.type === "string" && "pattern" in option);
  return typeof text === "object" ? { ...text, ...rest } : { ...(anyOf && { anyOf }), ...rest };
}

/** A parameter is required if all routes require it. The fixed values of a parameter become an enum. */
function queryParameters(same: readonly Spelled[], named: NamedSchemas): object[] {
  const names = [...new Set(same.flatMap(({ route }) => route.query.map(({ name }) => name)))];
  return names.map((name) => {
    const uses = same.flatMap(({ route, listed }) => {
      const part = route.query.find((each) => each.name === name);
      return part ? [{ part, fields: inputFields(listed.operation) }] : [];
    });
    const words = uses.flatMap(({ part }) => ("word" in part ? [part.word] : []));
    const [schema] = uses.flatMap(({ part, fields }) => ("field" in part ? (fields[part.field] ?? []) : []));
    const required = uses.length === same.length && uses.every(({ part, fields }) => "word" in part || !isOptional(fields[part.field]));
    return { name, in: "query", required, schema: schema ? parameterSchema(schema, named) : { type: "string", enum: words } };
  });
}

function requestBody(operation: AnyOperation, named: NamedSchemas): object {
  const list = operation.listBody === undefined ? undefined : inputFields(operation)[operation.listBody];
  if (list) return { required: false, content: { "application/json": { schema: jsonSchema(list, named) } } };
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

function isOptional(schema: v.GenericSchema | undefined): boolean {
  return schema?.type === "exact_optional";
}

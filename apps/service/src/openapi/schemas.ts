import { type AnyApi, documentedSchema, listOperations } from "@reeve/contract";
import { type ConversionConfig, type JsonSchema, toJsonSchema } from "@valibot/to-json-schema";
import * as v from "valibot";

/** Schemas by name. They become the components of an OpenAPI document, and the resources on a reference page. */
export type NamedSchemas = ReadonlyMap<string, v.GenericSchema>;

/** All named schemas of an API's answers, in one revision or in all. */
export function namedSchemas(api: AnyApi, revisions: readonly string[]): NamedSchemas {
  const named = new Map<string, v.GenericSchema>();
  for (const revision of revisions) {
    for (const { operation } of listOperations(api, revision)) {
      collect(documentedSchema(operation.output, revision), named);
    }
  }
  return named;
}

/** Converts a schema to JSON schema, with references to the named schemas. */
export function jsonSchema(schema: v.GenericSchema, named: NamedSchemas): JsonSchema {
  const { $schema: _, $defs: __, ...converted } = toJsonSchema(schema, { ...options, definitions: Object.fromEntries(named) });
  return withoutDoubleBounds(converted, descriptionOf(schema)) as JsonSchema;
}

/** The JSON schema of a named schema, in full. */
export function namedSchema(name: string, named: NamedSchemas): JsonSchema {
  const { $defs } = toJsonSchema(v.unknown(), { ...options, definitions: Object.fromEntries(named) });
  const found = $defs?.[name];
  if (!found) throw new Error(`no schema is called ${name}`);
  return withoutDoubleBounds(found, undefined) as JsonSchema;
}

/** JSON schema cannot express a `check`, so the description of the field or the reference page states what the check requires. */
const options: ConversionConfig = {
  typeMode: "input",
  target: "draft-2020-12",
  errorMode: "ignore",
  overrideRef: ({ referenceId }) => `#/components/schemas/${referenceId}`,
};

function descriptionOf(schema: v.GenericSchema): string | undefined {
  const own = v.getDescription(schema);
  return own ?? ("wrapped" in schema ? descriptionOf(schema.wrapped as v.GenericSchema) : undefined);
}

const ALIKE = [
  ["@type", "type", "AtType"],
  ["has_decision_point", "hasDecisionPoint", "IsDecisionPoint"],
] as const;

/** Omits bounds that only say which integers a double represents. A schema with a minimum of its own keeps its `maximum`. */
function withoutDoubleBounds(value: unknown, description: string | undefined): unknown {
  if (Array.isArray(value)) return value.map((each) => withoutDoubleBounds(each, undefined));
  if (typeof value !== "object" || value === null) return value;
  const isUnbound = Object.entries(value).every(([key, content]) => key !== "minimum" || isBoundOfDouble(content));
  const entries = Object.entries(value)
    // The traits of a field are for Reeve's own front ends, and whether a change applies at once is for the orchestrator.
    .filter(([key, content]) => key !== "traits" && !(key === "immediate" && content === true))
    .filter(([key, content]) => !(isUnbound && (key === "minimum" || key === "maximum") && isBoundOfDouble(content)))
    .flatMap(([key, content]) =>
      // A field may also have the name `secret`; its content is a schema.
      key === "secret" && content === true
        ? [
            ["format", "password"],
            ["writeOnly", true],
          ]
        : key === "pattern" && typeof content === "string"
          ? Object.entries(portablePattern(content))
          : [[key, withoutDoubleBounds(content, undefined)]],
    );
  const tidy = Object.fromEntries(entries);
  // Code generators for Go would turn `name` and `other` into the same Go name, and define it twice.
  for (const [name, other, inGo] of ALIKE) {
    if (name in tidy && other in tidy) tidy[name] = { ...(tidy[name] as object), "x-go-name": inGo };
  }
  // A union of any value and null is the same as any value.
  if (Array.isArray(tidy.anyOf) && tidy.anyOf.some((option: object) => Object.keys(option).length === 0)) delete tidy.anyOf;
  return description === undefined || "$ref" in tidy ? tidy : { ...tidy, description };
}

function isBoundOfDouble(value: unknown): boolean {
  return value === Number.MIN_SAFE_INTEGER || value === Number.MAX_SAFE_INTEGER;
}

function collect(schema: v.GenericSchema, named: Map<string, v.GenericSchema>): void {
  const name = v.getTitle(schema);
  if (name !== undefined) named.set(name, schema);
  for (const inner of innerSchemas(schema)) collect(inner, named);
}

function innerSchemas(schema: v.GenericSchema): v.GenericSchema[] {
  const parts = ["item", "wrapped", "value"].flatMap((key) => (key in schema ? [schema[key as keyof typeof schema]] : []));
  const entries = "entries" in schema ? Object.values(schema.entries as Record<string, unknown>) : [];
  const options = "options" in schema && Array.isArray(schema.options) ? schema.options : [];
  return [...parts, ...entries, ...options].filter(isSchema);
}

function isSchema(value: unknown): value is v.GenericSchema {
  return typeof value === "object" && value !== null && "kind" in value && value.kind === "schema";
}

/**
 * Rewrites a pattern so that all regular expression engines read it alike. In some engines `\w` and `\d` match more characters, and few
 * support `\p{…}` and lookaheads. A lookahead that excludes `.` and `..` becomes a `not`.
 */
export function portablePattern(pattern: string): { readonly pattern: string; readonly not?: { readonly enum: readonly string[] } } {
  const plain = pattern
    .replaceAll("[^\\p{Cc}\\p{Cs}]", "[^\\u0000-\\u001f\\u007f-\\u009f]")
    .replaceAll(/\[[^\]]*\]|\\[wd]/g, (part) => (part.startsWith("[") ? inClass(part) : `[${inClass(part)}]`));
  return plain.startsWith(NO_DOTS) ? { pattern: `^${plain.slice(NO_DOTS.length)}`, not: { enum: [".", ".."] } } : { pattern: plain };
}

const NO_DOTS = "^(?!\\.{1,2}$)";

function inClass(part: string): string {
  return part.replaceAll("\\w", "A-Za-z0-9_").replaceAll("\\d", "0-9");
}

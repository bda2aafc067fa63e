import { type AnyApi, type ListedOperation, listOperations } from "./api.ts";
import { inputFields } from "./input.ts";
import type { AnyOperation } from "./operation.ts";
import { routesOf } from "./request.ts";
import { EVERY_REVISION } from "./route/fields.ts";
import { kindsOf } from "./schema/from-text.ts";

/**
 * Finds mistakes in the declarations of an API that the compiler cannot see, and names each: a required field without a place in a route, a
 * list in a URL, a misspelt name in a text, a change without a read that verifies it. For the tests of packages that declare an API.
 */
export function mistakesIn(api: AnyApi): readonly string[] {
  const listed = listOperations(api);
  const names = new Set(listed.map(({ name }) => name));
  return listed.flatMap(({ name, operation, revisions }) => {
    const mistakes = [
      ...(revisions.length === 0 ? ["has no route"] : []),
      ...unknownWords(operation, api.revisions, names),
      ...revisions.flatMap((revision) => unplacedFields(operation, revision)),
      ...fieldsNoUrlCarries(operation),
      ...unverified(operation, revisions, listed),
    ];
    return mistakes.map((mistake) => `${name}: ${mistake}`);
  });
}

function unknownWords(operation: AnyOperation, revisions: readonly string[], names: ReadonlySet<string>): string[] {
  const fields = Object.keys(inputFields(operation));
  const keyed = [...Object.keys(operation.routes), ...Object.keys(operation.extensions), ...Object.keys(operation.spellings)];
  const spelled = Object.values(operation.spellings).flatMap((spellings) => Object.keys(spellings));
  const { consequence, confirmation, wait } = operation;
  const sentences = [consequence, confirmation?.name, wait?.done].join(" ");
  const named = [...sentences.matchAll(/\{(\w+)\}/g)].map(([, field = ""]) => field);
  return [
    ...keyed
      .filter((revision) => revision !== EVERY_REVISION && !revisions.includes(revision))
      .map((revision) => `there is no revision ${revision}`),
    ...[...spelled, ...named, ...operation.body, ...(operation.listBody === undefined ? [] : [operation.listBody])]
      .filter((field) => !fields.includes(field))
      .map((field) => `there is no field ${field}`),
    ...[operation.instead, operation.previewedBy, operation.extendedBy]
      .filter((other) => other !== undefined && !names.has(other))
      .map((other) => `there is no operation ${other}`),
  ];
}

/** A field that is not optional must be in the body or in every route. Otherwise no input could be sent by a route that lacks the field. */
function unplacedFields(operation: AnyOperation, revision: string): string[] {
  const required = Object.entries(inputFields(operation)).filter(([, { type }]) => type !== "exact_optional");
  return routesOf(operation, revision).flatMap(({ text, fields }) =>
    required
      .filter(([field]) => !fields.has(field) && !operation.body.includes(field))
      .map(([field]) => `"${text}" has no placeholder for ${field}`),
  );
}

const SCALAR: ReadonlySet<string> = new Set(["string", "number", "boolean", "picklist", "literal"]);

function fieldsNoUrlCarries(operation: AnyOperation): string[] {
  return Object.entries(inputFields(operation))
    .filter(
      ([field, schema]) =>
        !operation.body.includes(field) && operation.listBody !== field && ![...kindsOf(schema)].every((kind) => SCALAR.has(kind)),
    )
    .map(([field]) => `${field} is in a URL, but is not a single value`);
}

/**
 * Finds changes that callers could not verify. In every revision of a change there must be a read that shows whether the change was made,
 * and this read must not need any input that the change lacks.
 */
function unverified(change: AnyOperation, revisions: readonly string[], listed: readonly ListedOperation[]): string[] {
  if (change.effect === "read") return [];
  const { verifiedBy } = change;
  if (verifiedBy === undefined) return ["no read shows whether the change was made"];
  const read = listed.find(({ name }) => name === verifiedBy);
  if (!read) return [`there is no operation ${verifiedBy}`];
  if (read.operation.effect !== "read") return [`${verifiedBy} is not a read`];
  const input = inputFields(change);
  const required = Object.entries(inputFields(read.operation)).filter(([, { type }]) => type !== "exact_optional");
  return [
    ...revisions.filter((each) => !read.revisions.includes(each)).map((each) => `${verifiedBy} is not in ${each}`),
    ...required
      .filter(([field]) => !Object.hasOwn(input, field))
      .map(([field]) => `${verifiedBy} needs ${field}, which this operation does not have`),
  ];
}

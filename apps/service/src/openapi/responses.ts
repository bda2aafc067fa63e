import { type AnyOperation, documentedSchema, type ErrorCode } from "@reeve/contract";
import { jsonSchema, type NamedSchemas } from "./schemas.ts";

/** Describes the answers of an OpenAPI entry: successful answers with their values, and failures with their problem types. */
export function responses(operations: readonly AnyOperation[], revision: string, named: NamedSchemas): object {
  const statuses = [...new Set(operations.flatMap(({ output }) => output.statuses))];
  const schemas = [...new Set(operations.map(({ output }) => documentedSchema(output, revision)))].map((each) => jsonSchema(each, named));
  const schema = schemas.length === 1 ? schemas[0] : { anyOf: schemas };
  const [{ output }] = operations as [AnyOperation];
  const carried = (status: number) => ({
    description: meaning[status] ?? "the answer",
    content: status === 208 ? { "text/plain": { schema: { type: "string" } } } : { [output.media]: { schema } },
  });
  const isChange = operations.some(({ effect }) => effect !== "read");
  const hasBody = operations.some(({ body }) => body.length > 0);
  const entries = new Map<number, { description: string; content: object }>(statuses.map((status) => [status, carried(status)]));
  for (const [status, code, when] of failures) {
    if ((status === 409 && !isChange) || ((status === 413 || status === 415) && !hasBody)) continue;
    const known = entries.get(status);
    const description = `urn:reeve:error:${code}: ${when}`;
    entries.set(status, {
      description: known ? `${known.description}; or ${description}` : description,
      content: { ...known?.content, ...problemDocument },
    });
  }
  const sorted = [...entries].sort(([one], [other]) => one - other);
  return { ...Object.fromEntries(sorted), default: { description: "another failure", content: problemDocument } };
}

const problemDocument = { "application/problem+json": { schema: { $ref: "#/components/schemas/Problem" } } };

const meaning: Readonly<Record<number, string>> = {
  200: "done",
  202: "accepted, or the plan is not complete yet",
  208: "there was nothing to do",
  417: "the plan has errors; they are listed in the response body",
  503: "R1, R2 and older servers: the plan is not complete; the response body contains the plan",
};

const failures = [
  [400, "bad-input", "the request is invalid"],
  [401, "unauthenticated", "the token is missing, invalid or expired"],
  [404, "not-found", "an object in the path does not exist"],
  [409, "conflict", "the object already exists, or another operation is under way"],
  [413, "bad-input", "the body is too large"],
  [415, "bad-input", "the media type is not supported"],
  [429, "server-failure", "too many requests; wait for the time in the header Retry-After"],
  [500, "server-failure", "the server failed; a change may have been made"],
  [503, "unreachable", "a service that this request needs cannot be reached now"],
] as const satisfies readonly (readonly [status: number, code: ErrorCode, when: string])[];

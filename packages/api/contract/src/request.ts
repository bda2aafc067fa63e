import { ReeveError } from "./error.ts";
import { checkInput, inputFields } from "./input.ts";
import type { AnyOperation, InputOf } from "./operation.ts";
import { EVERY_REVISION, type RevisionIn } from "./route/fields.ts";
import { type HttpMethod, type Part, parseRoute, type Route, SERVICE_FIELD } from "./route/route.ts";

/** A request to be sent, relative to a base URL. */
export interface Request {
  readonly method: HttpMethod;
  /** The path. It starts with a slash, and every parameter in it is encoded. */
  readonly path: string;
  /** The query without the question mark; it may be empty. */
  readonly query: string;
  /** The JSON body, if any. */
  readonly body?: Readonly<Record<string, unknown>> | readonly unknown[];
}

/** The context in which a request is built. */
export interface RequestTarget<Op extends AnyOperation> {
  readonly revision: RevisionIn<Op["routes"]>;
  /** The name of the service instance. If the name contains folders, slashes separate them. */
  readonly service: string;
  readonly input: InputOf<Op>;
  /** The route to use instead of the revision's first one. */
  readonly route?: Route;
  /** Replaces the revision's spelling of a field's value, for servers that accept only another spelling. */
  spell?(field: string, text: string): string;
}

/** Builds the request for an operation. Checks the input; a field that the revision cannot express is an error, and not ignored. */
export function buildRequest<Op extends AnyOperation>(operation: Op, call: RequestTarget<Op>): Request {
  return requestFor(operation, call, checkInput(operation, call.input) as Record<string, unknown>);
}

/** Builds the request for an operation from an input that `checkInput` has returned. */
export function requestFor(
  operation: AnyOperation,
  call: Omit<RequestTarget<AnyOperation>, "input">,
  input: Readonly<Record<string, unknown>>,
): Request {
  const [first] = routesOf(operation, call.revision);
  const route = call.route ?? first;
  refuseUnsent(operation, call.revision, route, input);
  const spelled = (field: string) => {
    const text = spell(operation, call.revision, field, input[field]);
    return text === undefined ? undefined : (call.spell?.(field, text) ?? text);
  };
  if (typeof call.service !== "string") throw new ReeveError("bad-input", "service: missing; give the name of the service instance");
  const path = route.segments.map((part) => segment(part, call.service, spelled)).join("/");
  const query = route.query.flatMap((part) => {
    const value = "word" in part ? part.word : spelled(part.field);
    return value === undefined ? [] : [`${part.name}=${encode(part.name, value)}`];
  });
  const request = { method: route.method, path: `/${path}`, query: query.join("&") };
  const list = operation.listBody === undefined ? undefined : input[operation.listBody];
  if (Array.isArray(list)) return { ...request, body: list };
  if (operation.body.length === 0) return request;
  const fields = operation.body.filter((field) => input[field] !== undefined);
  return { ...request, body: Object.fromEntries(fields.map((field) => [field, input[field]])) };
}

/**
 * The routes of an operation in one revision; the first one is sent. Throws `not-in-revision` with the revisions that have the operation.
 */
export function routesOf(operation: AnyOperation, revision: string): readonly [Route, ...Route[]] {
  const known = parsed.get(operation) ?? parseAll(operation);
  const routes = known.get(revision) ?? known.get(EVERY_REVISION);
  if (routes) return routes;
  const having = [...known.keys()].join(", ");
  throw new ReeveError("not-in-revision", `"${operation.summary}" is not in ${revision}; these revisions have it: ${having}`, { revision });
}

const parsed = new WeakMap<AnyOperation, ReadonlyMap<string, readonly [Route, ...Route[]]>>();

function parseAll(operation: AnyOperation): ReadonlyMap<string, readonly [Route, ...Route[]]> {
  const routes = new Map(
    Object.entries(operation.routes).map(([revision, text]) => {
      const [first, ...others] = typeof text === "string" ? [text] : text;
      return [revision, [parseRoute(first as string), ...others.map(parseRoute)] as const];
    }),
  );
  parsed.set(operation, routes as ReadonlyMap<string, readonly [Route, ...Route[]]>);
  return routes as ReadonlyMap<string, readonly [Route, ...Route[]]>;
}

/** A field without a place in the route may only have the value that the route implies: R1's only plan is the deploy plan. */
function refuseUnsent(operation: AnyOperation, revision: string, route: Route, input: Readonly<Record<string, unknown>>): void {
  for (const [name, schema] of Object.entries(inputFields(operation))) {
    const value = input[name];
    const fallback = "default" in schema ? schema.default : undefined;
    if (value === undefined || value === fallback) continue;
    if (route.fields.has(name) || operation.body.includes(name) || operation.listBody === name) continue;
    const having = revisionsWith(operation, name);
    const others = having.length === 0 ? "" : `, but ${having.join(" and ")} can`;
    const instead = fallback === undefined ? "" : `; in ${revision} it is always ${JSON.stringify(fallback)}`;
    throw new ReeveError("not-in-revision", `${name}: ${revision} cannot express ${JSON.stringify(value)}${others}${instead}`, {
      revision,
    });
  }
}

function revisionsWith(operation: AnyOperation, field: string): readonly string[] {
  const known = parsed.get(operation) ?? parseAll(operation);
  return [...known].flatMap(([revision, routes]) => (routes.some(({ fields }) => fields.has(field)) ? [revision] : []));
}

function spell(operation: AnyOperation, revision: string, field: string, value: unknown): string | undefined {
  if (value === undefined) return undefined;
  const text = String(value);
  const spellings = operation.spellings[revision]?.[field];
  return spellings && Object.hasOwn(spellings, text) ? spellings[text] : text;
}

function segment(part: Part, service: string, spelled: (field: string) => string | undefined): string {
  if ("word" in part) return part.word;
  if (part.field !== SERVICE_FIELD) return encodeSegment(part.field, spelled(part.field) ?? "");
  const folders = service.split("/").map((folder) => encodeSegment("service", folder));
  return folders.join("/");
}

/** An empty segment, `.` or `..` would change the path, even if it is encoded: URL parsers resolve `%2e%2e`. */
function encodeSegment(name: string, value: string): string {
  if (value === "" || value === "." || value === "..") {
    throw new ReeveError("bad-input", `${name}: ${JSON.stringify(value)} is not allowed in a path`);
  }
  return encode(name, value);
}

function encode(name: string, value: string): string {
  if (/\p{Cc}/u.test(value)) throw new ReeveError("bad-input", `${name}: control characters cannot be sent in a URL`);
  try {
    // URL parsers encode an apostrophe in a query. Encoding it here keeps the request unchanged.
    return encodeURIComponent(value).replaceAll("'", "%27");
  } catch {
    throw new ReeveError("bad-input", `${name}: not well-formed Unicode`);
  }
}

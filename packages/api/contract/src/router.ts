import { type AnyApi, type ListedOperation, listOperations } from "./api.ts";
import { ReeveError } from "./error.ts";
import { checkFields, checkInput, inputFields } from "./input.ts";
import type { AnyOperation, CanonicalOf } from "./operation.ts";
import { parseQuery, type QueryValues } from "./query.ts";
import { routesOf } from "./request.ts";
import { type HttpMethod, type Part, type Route, SERVICE_FIELD } from "./route/route.ts";
import { textReader } from "./schema/from-text.ts";
import { isRecord } from "./schema/is-record.ts";

/** What a request means in one revision of an API. */
export type Match =
  | RouteMatch
  | { readonly kind: "bad-request"; readonly reason: string }
  | { readonly kind: "wrong-method"; readonly allow: readonly HttpMethod[] }
  | { readonly kind: "unknown-path" };

export interface RouteMatch extends ListedOperation {
  readonly kind: "operation";
  readonly route: Route;
  readonly service: string;
  /** The input fields in the URL; `inputOf` adds the body and checks them. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** Query parameters that this operation does not have. */
  readonly unknownParameters: readonly string[];
}

export interface Router {
  /** Finds the operation for a method and the path and query of a URL. */
  match(method: string, target: string): Match;
}

/** Makes a router for one revision of an API from the routes of its operations. */
export function createRouter(api: AnyApi, revision: string): Router {
  if (!api.revisions.includes(revision)) {
    throw new ReeveError("not-in-revision", `${api.name} has no revision ${revision}; it has ${api.revisions.join(", ")}`);
  }
  const root = emptyNode();
  for (const listed of listOperations(api, revision)) {
    for (const route of routesOf(listed.operation, revision)) add(root, candidate(listed, route));
  }
  const reads = new Map<string, Match>();
  return {
    match: (method, target) => {
      if (method !== "GET" || target.length > LONGEST_KEPT) return match(root, method, target);
      const known = reads.get(target);
      if (known) return known;
      if (reads.size === MOST_KEPT) reads.clear();
      const result = match(root, method, target);
      reads.set(target, result);
      return result;
    },
  };
}

/** The number of reads whose match is kept, because programs that watch a service ask for the same few targets again and again. */
const MOST_KEPT = 1000;

/** The length of the longest target that is kept. */
const LONGEST_KEPT = 200;

/** The checked, canonical input of a request. Throws `bad-input`. */
export function inputOf({ operation, fields, route }: RouteMatch, body?: unknown): CanonicalOf<AnyOperation> {
  const { listBody } = operation;
  if (listBody !== undefined && !isNothing(body)) {
    if (Array.isArray(body)) return checkInput(operation, { ...fields, [listBody]: body });
    throw new ReeveError("bad-input", "expected a JSON list in the body, or no body");
  }
  if (operation.body.length === 0) return checkFields(operation, fields, parametersOf(route));
  if (!isRecord(body)) throw new ReeveError("bad-input", "expected a JSON object in the body");
  const unknownName = Object.keys(body).find((name) => !operation.body.includes(name));
  if (unknownName !== undefined) throw new ReeveError("bad-input", `${JSON.stringify(unknownName)}: there is no such field in the body`);
  return checkInput(operation, { ...body, ...fields });
}

/** Whether a body counts as missing. An empty object does, because many clients send one where no body is expected. */
function isNothing(body: unknown): boolean {
  return body === undefined || body === null || (isRecord(body) && Object.keys(body).length === 0);
}

function parametersOf(route: Route): ReadonlyMap<string, string> {
  const known = parameters.get(route);
  if (known) return known;
  const made = new Map(route.query.flatMap((part) => ("field" in part ? [[part.field, part.name] as const] : [])));
  parameters.set(route, made);
  return made;
}

const parameters = new WeakMap<Route, ReadonlyMap<string, string>>();

interface Candidate {
  readonly listed: ListedOperation;
  readonly route: Route;
  /** The fields of the path's parameters, in order; undefined for the service. */
  readonly path: readonly (Field | undefined)[];
  /** The fields of the query's parameters. */
  readonly query: readonly (Field & { readonly parameter: string })[];
}

interface Field {
  readonly name: string;
  read(text: string): unknown;
}

function candidate(listed: ListedOperation, route: Route): Candidate {
  const schemas = inputFields(listed.operation);
  const field = (part: Part): Field | undefined => {
    const schema = "field" in part ? schemas[part.field] : undefined;
    return schema && "field" in part ? { name: part.field, read: textReader(schema) } : undefined;
  };
  return {
    listed,
    route,
    path: route.segments.filter((part) => "field" in part).map(field),
    query: route.query.flatMap((part) => {
      const result = field(part);
      return result ? [{ ...result, parameter: part.name }] : [];
    }),
  };
}

interface Node {
  readonly words: Map<string, Node>;
  field?: Node;
  readonly methods: Map<string, Candidate[]>;
}

function emptyNode(): Node {
  return { words: new Map(), methods: new Map() };
}

function add(root: Node, candidate: Candidate): void {
  let node = root;
  for (const part of candidate.route.segments) {
    if ("word" in part) {
      const next = node.words.get(part.word) ?? emptyNode();
      node.words.set(part.word, next);
      node = next;
    } else {
      node.field ??= emptyNode();
      node = node.field;
    }
  }
  const others = node.methods.get(candidate.route.method);
  if (others) others.push(candidate);
  else node.methods.set(candidate.route.method, [candidate]);
}

function match(root: Node, method: string, target: string): Match {
  if (!target.startsWith("/") || target.includes("#")) return { kind: "unknown-path" };
  const mark = target.indexOf("?");
  const path = mark < 0 ? target : target.slice(0, mark);
  const values: string[] = [];
  let node: Node | undefined = root;
  for (let start = 1; start <= path.length && node; ) {
    const end = path.indexOf("/", start);
    const part = path.slice(start, end < 0 ? path.length : end);
    const word: Node | undefined = node.words.get(part);
    // A fixed word always wins over a parameter: no method treats `/topics/under_replicated_partitions` as a topic.
    if (!word) values.push(part);
    node = word ?? node.field;
    start = end < 0 ? path.length + 1 : end + 1;
  }
  if (!node || node.methods.size === 0) return { kind: "unknown-path" };
  const candidates = node.methods.get(method);
  if (!candidates) return { kind: "wrong-method", allow: [...node.methods.keys()] as HttpMethod[] };
  const query = mark < 0 ? none : parseQuery(target.slice(mark + 1));
  if (typeof query === "string") return { kind: "bad-request", reason: query };
  const chosen = choose(candidates, query);
  if (!chosen) return { kind: "bad-request", reason: `expected ${candidates.map(fixedParts).join(" or ")} in the query` };
  const contradicted = contradictionIn(candidates, chosen, query);
  return contradicted ?? found(chosen, values, query);
}

/**
 * Refuses a query like that of `PUT /brokers/1?replace=no`, which must not count as a restart. If another route with the same path has a
 * parameter with a fixed value, the request must give this parameter that value, or omit the parameter.
 */
function contradictionIn(candidates: readonly Candidate[], chosen: Candidate, query: QueryValues): Match | undefined {
  if (query.size === 0 || candidates.length === 1) return undefined;
  for (const { route } of candidates) {
    for (const part of route.query) {
      if ("field" in part || !query.has(part.name) || chosen.route.query.some(({ name }) => name === part.name)) continue;
      return { kind: "bad-request", reason: `${part.name}: expected ${part.word}, or leave this parameter out` };
    }
  }
  return undefined;
}

const none: QueryValues = new Map();

/**
 * Routes with the same method and path differ by their query. A route whose fixed part is missing is excluded. Of the others, the route
 * with most of the given parameters wins, then the route with the fewest missing parameters. So `POST /topics/t` without `partitions` and
 * `replication` describes a topic. With either parameter it creates a topic, and the check of the input reports that the other parameter is
 * missing.
 */
function choose(candidates: readonly Candidate[], query: QueryValues): Candidate | undefined {
  let best: Candidate | undefined;
  let bestScore = Number.NEGATIVE_INFINITY;
  for (const candidate of candidates) {
    const score = scoreOf(candidate.route, query);
    if (score > bestScore) {
      best = candidate;
      bestScore = score;
    }
  }
  return best;
}

function scoreOf({ query: parts }: Route, query: QueryValues): number {
  let score = 0;
  for (const part of parts) {
    const value = query.get(part.name);
    if ("word" in part && value !== part.word) return Number.NEGATIVE_INFINITY;
    score += value === undefined ? -1 : 1000;
  }
  return score;
}

function fixedParts({ route }: Candidate): string {
  return route.query.flatMap((part) => ("word" in part ? [`${part.name}=${part.word}`] : [])).join("&");
}

function found({ listed, route, path: pathFields, query: queryFields }: Candidate, values: readonly string[], query: QueryValues): Match {
  const fields: Record<string, unknown> = {};
  let service = "";
  for (let index = 0; index < values.length; index++) {
    const field = pathFields[index];
    const value = decodeSegment(values[index] as string);
    if (value === undefined) return { kind: "bad-request", reason: `${field?.name ?? SERVICE_FIELD}: not a legal path segment` };
    if (field) fields[field.name] = field.read(value);
    else if (value.includes("/")) return { kind: "bad-request", reason: `${SERVICE_FIELD}: not a legal path segment` };
    else service = value;
  }
  for (const field of queryFields) {
    const value = query.get(field.parameter);
    if (value !== undefined) fields[field.name] = field.read(value);
  }
  const { noun, verb, name, operation, revisions } = listed;
  const unknownParameters = query.size === 0 ? NO_NAMES : unknownParametersIn(route, query);
  return { kind: "operation", noun, verb, name, operation, revisions, route, service, fields, unknownParameters };
}

const NO_NAMES: readonly string[] = [];

function unknownParametersIn(route: Route, query: QueryValues): readonly string[] {
  let known = 0;
  for (const { name } of route.query) if (query.has(name)) known++;
  return known === query.size ? NO_NAMES : [...query.keys()].filter((name) => !route.query.some((part) => part.name === name));
}

function decodeSegment(text: string): string | undefined {
  if (/^[\w.~-]+$/.test(text)) return isLegal(text) ? text : undefined;
  if (!/[%\p{Cc}\p{Cs}]/u.test(text)) return isLegal(text) ? text : undefined;
  try {
    const value = decodeURIComponent(text);
    return isLegal(value) && !/[\p{Cc}\p{Cs}]/u.test(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isLegal(segment: string): boolean {
  return segment !== "" && segment !== "." && segment !== "..";
}

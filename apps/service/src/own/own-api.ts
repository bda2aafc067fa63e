import {
  type AnyOperation,
  type CanonicalOf,
  checkInput,
  EVERY_REVISION,
  fromText,
  inputFields,
  kindsOf,
  ReeveError,
  routesOf,
} from "@reeve/contract";
import type { HttpAnswer, HttpRequest } from "../http/message.ts";
import { problem, refuseParameters, wrongMethod } from "../http/problem.ts";

/** A path of the service itself, which no API document describes. */
export interface OwnRoute {
  /** The name in metrics and the audit log. */
  readonly name: string;
  readonly method: "GET" | "POST";
  /** The path of the route, in which `*` stands for one variable segment. */
  readonly path: string;
  /** Whether a request needs no token. */
  readonly open?: true;
  /** The accepted query parameters. */
  readonly query?: readonly string[];
  answer(asked: OwnRequest): HttpAnswer | Promise<HttpAnswer>;
}

/** A parsed request for one of the service's own paths. */
export interface OwnRequest {
  readonly request: HttpRequest;
  /** The variable segments, decoded. */
  readonly segments: readonly string[];
  readonly query: URLSearchParams;
  /** The requester; undefined if the route needs no token. */
  readonly who: string | undefined;
}

/** The result of looking up a path of the service itself. */
export interface OwnMatch {
  /** The route; undefined if there is none with this path and method, which the answer then says. */
  readonly route?: OwnRoute;
  /** Whether the request needs no token. */
  readonly open: boolean;
  answer(who?: string): HttpAnswer | Promise<HttpAnswer>;
}

/** Finds routes by method and path; undefined for paths that are not the service's own. */
export function createOwnApi(routes: readonly OwnRoute[]): (request: HttpRequest) => OwnMatch | undefined {
  const compiled = routes.map((route) => ({ route, parts: route.path.slice(1).split("/") }));
  const roots = new Set(compiled.map(({ parts }) => parts[0]));
  return (request) => {
    const { target, method } = request;
    // Nearly all requests are for one of the three APIs, so this check comes first.
    if (target.startsWith("/service/")) return undefined;
    const end = target.indexOf("/", 1);
    const mark = target.indexOf("?");
    const path = mark < 0 ? target : target.slice(0, mark);
    const root = path.slice(1, end < 0 ? undefined : end);
    if (!roots.has(root)) return undefined;
    const parts = path.slice(1).split("/");
    const there = compiled.filter((each) => fits(each.parts, parts));
    // A path below an instance may belong to an operation of that instance's API.
    if (there.length === 0 && isOfInstance(parts)) return undefined;
    const found = there.find(({ route }) => route.method === (method === "HEAD" ? "GET" : method));
    if (!found) {
      const open = there.length > 0 && there.every(({ route }) => route.open);
      const allow = there.flatMap(({ route }) => (route.method === "GET" ? ["GET", "HEAD"] : [route.method]));
      return { open, answer: () => (there.length === 0 ? notThere(path) : wrongMethod(method, target, [...allow, "OPTIONS"])) };
    }
    const { route } = found;
    return {
      route,
      open: route.open === true,
      answer: (who) =>
        route.answer({
          request,
          who,
          segments: parts.filter((_, index) => found.parts[index] === "*").map(decoded),
          query: queryOf(route, mark < 0 ? "" : target.slice(mark + 1)),
        }),
    };
  };
}

function isOfInstance([reeve, version, services, name]: readonly string[]): boolean {
  return reeve === "reeve" && version === "v1" && services === "services" && name !== undefined;
}

function fits(pattern: readonly string[], parts: readonly string[]): boolean {
  return pattern.length === parts.length && pattern.every((part, index) => part === "*" || part === parts[index]);
}

function notThere(path: string): HttpAnswer {
  return problem(404, "not-found", `There is nothing at ${path.slice(0, 200)}.`);
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    throw new ReeveError("bad-input", "the path is not well-formed");
  }
}

function queryOf({ query: known = [] }: OwnRoute, text: string): URLSearchParams {
  const query = new URLSearchParams(text);
  refuseParameters(query.keys(), known);
  return query;
}

/** A route that no operation declares, because only browsers, proxies and other tools ask for it. `route` is such as `GET /health`. */
export function undeclared(name: string, route: string, answer: OwnRoute["answer"]): OwnRoute {
  const [method = "", path = ""] = route.split(" ");
  return { name, method: method as OwnRoute["method"], path, answer };
}

/** The same for a request that needs no token. */
export function openRoute(name: string, route: string, answer: OwnRoute["answer"]): OwnRoute {
  return { ...undeclared(name, route, answer), open: true };
}

/** The route of a declared operation, with its checks. A query parameter without a value means true. */
export function declared<Op extends AnyOperation>(
  name: string,
  operation: Op,
  answer: (input: CanonicalOf<Op>, asked: OwnRequest) => HttpAnswer | Promise<HttpAnswer>,
): OwnRoute {
  const [{ method, segments, query }] = routesOf(operation, EVERY_REVISION);
  if (method !== "GET" && method !== "POST") throw new Error(`${name} has the method ${method} instead of GET or POST`);
  const fields = inputFields(operation);
  const inPath = segments.flatMap((part) => ("field" in part ? [part.field] : []));
  const value = (field: string, given: string): unknown => {
    const schema = fields[field];
    if (!schema) return given;
    return given === "" && kindsOf(schema).has("boolean") ? true : fromText(schema, given);
  };
  return {
    name,
    method,
    path: `/${segments.map((part) => ("word" in part ? part.word : "*")).join("/")}`,
    query: query.map((part) => part.name),
    answer: (asked) => {
      const path = inPath.flatMap((field, index) => (fields[field] ? [[field, value(field, asked.segments[index] ?? "")] as const] : []));
      const parameters = query.flatMap((part) => {
        const given = asked.query.get(part.name);
        return given === null || !("field" in part) ? [] : [[part.field, value(part.field, given)] as const];
      });
      return answer(checkInput(operation, Object.fromEntries([...path, ...parameters])), asked);
    },
  };
}

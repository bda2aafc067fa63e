/** A parsed route, such as `POST /topics?name={topic}`. */
export interface Route {
  /** The route as it was declared. */
  readonly text: string;
  readonly method: HttpMethod;
  /** Path segments from the base URL on, with the service's prefix. */
  readonly segments: readonly Part[];
  /** Query parts in the order in which they are sent. */
  readonly query: readonly QueryPart[];
  /** The input fields in the path and the query. */
  readonly fields: ReadonlySet<string>;
  /** Whether the route exists only in the Reeve service and in no API document. */
  readonly own: boolean;
}

export type HttpMethod = "GET" | "POST" | "PUT" | "DELETE";

/** A fixed word, or the name of an input field. */
export type Part = { readonly word: string } | { readonly field: string };

/** A query parameter with a fixed value or with an input field. It is omitted if the field is not given. */
export type QueryPart = { readonly name: string } & Part;

/** The field for the service instance in every path. It is not part of an operation's input. */
export const SERVICE_FIELD = "service_name";

const METHODS: readonly string[] = ["GET", "POST", "PUT", "DELETE"];

/** The prefix that the API documents call `P` and omit from their routes. */
const PREFIX = `/service/{${SERVICE_FIELD}}/v1`;
const BASE = "{base_url}";
/** The prefix of operations that only the Reeve service has. */
const OWN = "{reeve}";
const OWN_PREFIX = `/reeve/v1/services/{${SERVICE_FIELD}}`;

/**
 * Parses a route in the notation of the API documents: `PUT /brokers/{broker}?replace=true`. Paths are relative to
 * `{base_url}/service/{service_name}/v1`; with `{reeve}` they are relative to `{base_url}/reeve/v1/services/{service_name}`, and with
 * `{base_url}` they are complete.
 */
export function parseRoute(text: string): Route {
  const [method = "", target = "", ...more] = text.split(" ");
  if (!isMethod(method) || more.length > 0) throw new SyntaxError(`a route has the form "METHOD /path", not "${text}"`);
  const [path = "", query = ""] = target.split("?");
  const full = fullPath(path);
  if (!full.startsWith("/") || !path.match(/^(\{(base_url|reeve)\})?\//)) throw new SyntaxError(`the path of "${text}" must begin with /`);
  const segments = full.slice(1).split("/").map(parsePart);
  const queryParts = query === "" ? [] : query.split("&").map(parseQueryPart);
  const fields = [...segments, ...queryParts].flatMap((part) => ("field" in part && part.field !== SERVICE_FIELD ? [part.field] : []));
  return { text, method, segments, query: queryParts, fields: new Set(fields), own: isOwnPath(full) };
}

/** Whether a route, as it is declared, is one that Reeve has added to those of the API documents. */
export function isOwnRoute(text: string): boolean {
  return isOwnPath(fullPath(text.slice(text.indexOf(" ") + 1)));
}

function isOwnPath(full: string): boolean {
  return full.startsWith("/reeve/");
}

function fullPath(path: string): string {
  if (path.startsWith(BASE)) return path.slice(BASE.length);
  return path.startsWith(OWN) ? OWN_PREFIX + path.slice(OWN.length) : PREFIX + path;
}

function parseQueryPart(text: string): QueryPart {
  const [name = "", value] = text.split("=");
  if (name === "" || value === undefined) throw new SyntaxError(`a query part reads "name=value", not "${text}"`);
  return { name, ...parsePart(value) };
}

function parsePart(text: string): Part {
  const field = /^\{(\w+)\}$/.exec(text)?.[1];
  if (field !== undefined) return { field };
  if (!/^[\w.~-]+$/.test(text)) throw new SyntaxError(`"${text}" is neither a plain word nor a {field}`);
  return { word: text };
}

function isMethod(text: string): text is HttpMethod {
  return METHODS.includes(text);
}

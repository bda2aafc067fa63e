/** A route as data: what `POST /topics?name={topic}` says, taken apart. */
export interface Route {
  /** As it was written. */
  readonly text: string;
  readonly method: Method;
  /** Path segments from the base URL on, the service's own prefix included. */
  readonly segments: readonly Part[];
  /** Query parts in the order they are sent. */
  readonly query: readonly QueryPart[];
  /** The input fields that the path and the query carry. */
  readonly fields: ReadonlySet<string>;
  /** Whether it is one of Reeve's own service, which no API document prints. */
  readonly own: boolean;
}

export type Method = "GET" | "POST" | "PUT" | "DELETE";

/** Either a word that stands there as it is, or the name of an input field. */
export type Part = { readonly word: string } | { readonly field: string };

/** A query parameter with a fixed value, or one that carries an input field and is left out when that is not given. */
export type QueryPart = { readonly name: string } & Part;

/** The field that stands for the service instance in every path. It is no input of an operation. */
export const SERVICE = "service_name";

const METHODS: readonly string[] = ["GET", "POST", "PUT", "DELETE"];

/** What the API documents call `P`, and leave out of the routes that they print. */
const PREFIX = `/service/{${SERVICE}}/v1`;
const BASE = "{base_url}";
/** What stands for `P` in the operations that Reeve's own service has beside those of the documents. */
const OWN = "{reeve}";
const OWN_PREFIX = `/reeve/v1/services/{${SERVICE}}`;

/**
 * Takes a route apart that is written as the API documents write it: `PUT /brokers/{broker}?replace=true`. Paths are relative to
 * `{base_url}/service/{service_name}/v1`; one that begins with `{reeve}` is relative to `{base_url}/reeve/v1/services/{service_name}`, and
 * one that begins with `{base_url}` is taken as it stands.
 */
export function parseRoute(text: string): Route {
  const [method = "", target = "", ...more] = text.split(" ");
  if (!isMethod(method) || more.length > 0) throw new SyntaxError(`a route reads "METHOD /path", not "${text}"`);
  const [path = "", query = ""] = target.split("?");
  const full = fullPath(path);
  if (!full.startsWith("/") || !path.match(/^(\{(base_url|reeve)\})?\//))
    throw new SyntaxError(`the path of "${text}" must begin with /`);
  const segments = full.slice(1).split("/").map(parsePart);
  const queryParts = query === "" ? [] : query.split("&").map(parseQueryPart);
  const fields = [...segments, ...queryParts].flatMap((part) =>
    "field" in part && part.field !== SERVICE ? [part.field] : [],
  );
  return { text, method, segments, query: queryParts, fields: new Set(fields), own: full.startsWith("/reeve/") };
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

function isMethod(text: string): text is Method {
  return METHODS.includes(text);
}

/** Query parameters by name, decoded. */
export type Query = ReadonlyMap<string, string>;

/** Reads the part of a URL after the question mark; what is ambiguous or malformed is refused with the reason. */
export function parseQuery(text: string): Query | string {
  const query = new Map<string, string>();
  for (const pair of text.split("&")) {
    if (pair === "") continue;
    const equals = pair.indexOf("=");
    const name = decode(equals < 0 ? pair : pair.slice(0, equals));
    const value = decode(equals < 0 ? "" : pair.slice(equals + 1));
    if (name === undefined || value === undefined) return "the query is not well-formed";
    if (query.has(name)) return `${name}: given more than once in the query`;
    query.set(name, value);
  }
  return query;
}

/** In a query, unlike in a path, a plus sign is a space. */
function decode(text: string): string | undefined {
  if (!/[%+]/.test(text)) return text;
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return undefined;
  }
}

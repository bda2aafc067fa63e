/** Query parameters by name, decoded. */
export type QueryValues = ReadonlyMap<string, string>;

/** Parses the part of a URL after the question mark. Returns a text with the reason if the query is ambiguous or malformed. */
export function parseQuery(text: string): QueryValues | string {
  const query = new Map<string, string>();
  const decode = text.includes("%") || text.includes("+") ? decoded : String;
  let sign = text.indexOf("=");
  for (let start = 0; start < text.length; ) {
    const ampersand = text.indexOf("&", start);
    const end = ampersand < 0 ? text.length : ampersand;
    // The next equals sign is searched only after the last one has been passed. A search in each pair would take quadratic time for hostile
    // input.
    if (sign >= 0 && sign < start) sign = text.indexOf("=", start);
    const equals = sign < 0 || sign > end ? end : sign;
    const name = decode(text.slice(start, equals));
    const value = decode(text.slice(equals + 1, end));
    if (name === undefined || value === undefined) return "the query is not well-formed";
    if (query.has(name)) return `${name}: given more than once in the query`;
    if (end > start) query.set(name, value);
    start = end + 1;
  }
  return query;
}

/** In a query, but not in a path, a plus sign is a space. */
function decoded(text: string): string | undefined {
  const spaced = text.includes("+") ? text.replaceAll("+", " ") : text;
  if (!spaced.includes("%")) return spaced;
  try {
    return decodeURIComponent(spaced);
  } catch {
    return undefined;
  }
}

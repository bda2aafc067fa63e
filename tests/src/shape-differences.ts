/** Lists the fields that only one side has, and the values of different types. The first element of a list stands for all. */
export function differences(real: unknown, simulated: unknown, at = ""): readonly string[] {
  const [ofReal, ofSimulated] = [kindOf(real), kindOf(simulated)];
  if (ofReal !== ofSimulated) return [`${at}: ${ofReal} here, ${ofSimulated} simulated`];
  if (Array.isArray(real) && Array.isArray(simulated)) {
    return real.length > 0 && simulated.length > 0 ? differences(real[0], simulated[0], `${at}[]`) : [];
  }
  if (ofReal !== "object") return [];
  const [a, b] = [real as Readonly<Record<string, unknown>>, simulated as Readonly<Record<string, unknown>>];
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].sort().flatMap((key) => {
    const path = at === "" ? key : `${at}.${key}`;
    if (!Object.hasOwn(a, key)) return [`${path}: only simulated`];
    if (!Object.hasOwn(b, key)) return [`${path}: only real`];
    return differences(a[key], b[key], path);
  });
}

function kindOf(value: unknown): string {
  return value === null ? "null" : Array.isArray(value) ? "array" : typeof value;
}

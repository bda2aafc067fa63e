/** A field in which two values differ. */
interface FieldDifference {
  /** The path of the field, such as `brokerConfiguration.mem` or `pod-specs[0].count`. */
  readonly path: string;
  readonly before: string;
  readonly now: string;
}

/** Lists the fields in which two JSON values differ. Nested objects and lists are compared field by field. */
export function differences(before: unknown, now: unknown, path = ""): readonly FieldDifference[] {
  if (Object.is(before, now)) return [];
  const [one, other] = [partsOf(before), partsOf(now)];
  if (!one || !other || Array.isArray(before) !== Array.isArray(now)) {
    return [{ path, before: written(before), now: written(now) }];
  }
  return [...new Set([...one.keys(), ...other.keys()])].flatMap((key) =>
    differences(
      one.get(key),
      other.get(key),
      Array.isArray(now) ? `${path}[${key}]` : path === "" ? key : `${path}.${key}`,
    ),
  );
}

function partsOf(value: unknown): ReadonlyMap<string, unknown> | undefined {
  return typeof value === "object" && value !== null ? new Map(Object.entries(value)) : undefined;
}

function written(value: unknown): string {
  return value === undefined ? "not set" : JSON.stringify(value);
}

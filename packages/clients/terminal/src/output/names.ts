import { isRecord } from "@reeve/contract";

/** The names that `-o name` prints: those of a list's elements, of the elements of the only list in an object, or of the object itself. */
export function namesIn(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(nameOf);
  if (isRecord(value) && nameOf(value).length === 0) {
    const lists = Object.values(value).filter((each) => Array.isArray(each));
    if (lists.length === 1) return namesIn(lists[0]);
  }
  return nameOf(value);
}

/** An object's name is its `name`, else its `id`, else its only key. */
function nameOf(value: unknown): readonly string[] {
  if (typeof value === "string" || typeof value === "number") return [String(value)];
  if (!isRecord(value)) return [];
  const name = value.name ?? value.id;
  if (typeof name === "string" || typeof name === "number") return [String(name)];
  const keys = Object.keys(value);
  return keys.length === 1 && isRecord(value[keys[0] ?? ""]) ? keys : [];
}

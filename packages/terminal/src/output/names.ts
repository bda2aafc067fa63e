import { isRecord } from "@reeve/contract";

/** The names in an answer, for `-o name`: those of a list's elements, of the list in an object, or the object's own. */
export function namesIn(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(nameOf);
  if (isRecord(value) && nameOf(value).length === 0) {
    const lists = Object.values(value).filter((each) => Array.isArray(each));
    if (lists.length === 1) return namesIn(lists[0]);
  }
  return nameOf(value);
}

/** An object is named by its `name`, else by its `id`, else by its only key. */
function nameOf(value: unknown): readonly string[] {
  if (typeof value === "string" || typeof value === "number") return [String(value)];
  if (!isRecord(value)) return [];
  const name = value.name ?? value.id;
  if (typeof name === "string" || typeof name === "number") return [String(name)];
  const keys = Object.keys(value);
  return keys.length === 1 && isRecord(value[keys[0] ?? ""]) ? keys : [];
}

import { isRecord } from "@reeve/contract";

/**
 * The names in an answer, for `-o name`: of a list the names of its elements; of an object that holds a list, those in the list; of a thing, its own.
 */
export function namesIn(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(nameOf);
  if (isRecord(value) && nameOf(value).length === 0) {
    const lists = Object.values(value).filter((each) => Array.isArray(each));
    if (lists.length === 1) return namesIn(lists[0]);
  }
  return nameOf(value);
}

/** A thing is named by its `name`, else by its `id`; what has one key only is named by that key. */
function nameOf(value: unknown): readonly string[] {
  if (typeof value === "string" || typeof value === "number") return [String(value)];
  if (!isRecord(value)) return [];
  const name = value.name ?? value.id;
  if (typeof name === "string" || typeof name === "number") return [String(name)];
  const keys = Object.keys(value);
  return keys.length === 1 && isRecord(value[keys[0] ?? ""]) ? keys : [];
}

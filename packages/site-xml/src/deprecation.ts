import { DEPRECATED_KEYS } from "./deprecated-keys.ts";

/** The name under which clients keep a property: the newer one if this one was replaced. */
export function keyOf(name: string): string {
  return DEPRECATED_KEYS.get(name) ?? name;
}

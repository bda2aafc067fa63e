import { DEPRECATED_KEYS } from "./deprecated-keys.ts";

/** The name under which clients keep what a property says: the newer one where this one was replaced. */
export function keyOf(name: string): string {
  return DEPRECATED_KEYS.get(name) ?? name;
}

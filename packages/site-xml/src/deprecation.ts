import { DEPRECATED_KEYS } from "./deprecated-keys.ts";

/** Returns the name under which clients store a property: the replacement of a deprecated name, otherwise the name itself. */
export function keyOf(name: string): string {
  return DEPRECATED_KEYS.get(name) ?? name;
}

import { DEPRECATED_KEYS } from "./deprecated-keys.ts";

/** Returns the name under which clients store a property: for a deprecated name its replacement, otherwise the name itself. */
export function keyOf(name: string): string {
  return DEPRECATED_KEYS.get(name) ?? name;
}

import { randomUUID } from "node:crypto";
import type { Store } from "@reeve/orchestrator/runtime";

/** The stored identity of the instance. */
export interface Home {
  /** The value of the label that every object of the instance has. */
  readonly id: string;
  readonly namespace: string;
}

/**
 * The namespace and id of the instance are stored once. Objects with another id are never touched, and pods cannot move to another
 * namespace.
 */
export function homeOf(store: Store, namespace: () => string): Home {
  // The cast is safe, because only this function writes the entry.
  const kept = store.get("home") as Home | undefined;
  if (kept) return kept;
  const made = { id: randomUUID(), namespace: namespace() };
  store.write([["home", made]]);
  return made;
}

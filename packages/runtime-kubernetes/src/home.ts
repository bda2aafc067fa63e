import { randomUUID } from "node:crypto";
import type { Store } from "@reeve/orchestrator";

/** The stored identity of the instance. */
export interface Home {
  /** Labels of every object that is made for the instance. */
  readonly id: string;
  readonly namespace: string;
}

/**
 * The namespace and id of the instance are stored once: objects with another id are never touched, and pods cannot move to another
 * namespace.
 */
export function homeOf(store: Store, namespace: () => string): Home {
  // The store holds only what this file wrote.
  const kept = store.get("home") as Home | undefined;
  if (kept) return kept;
  const made = { id: randomUUID(), namespace: namespace() };
  store.write([["home", made]]);
  return made;
}

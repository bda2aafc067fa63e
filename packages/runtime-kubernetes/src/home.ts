import { randomUUID } from "node:crypto";
import type { Store } from "@reeve/orchestrator";

/** What is kept of the instance itself. */
export interface Home {
  /** On everything that is made for the instance. */
  readonly id: string;
  readonly namespace: string;
}

/** The home of an instance: made once, because what carries another id is left alone, and pods cannot move to another namespace. */
export function homeOf(store: Store, namespace: () => string): Home {
  // What the store holds was written here.
  const kept = store.get("home") as Home | undefined;
  if (kept) return kept;
  const made = { id: randomUUID(), namespace: namespace() };
  store.write([["home", made]]);
  return made;
}

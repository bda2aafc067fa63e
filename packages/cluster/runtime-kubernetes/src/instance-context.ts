import { randomUUID } from "node:crypto";
import type { Clock, Log, Store } from "@reeve/orchestrator/runtime";
import type { ApiClient } from "./api/client.ts";
import type { Pod } from "./api/pods.ts";
import type { ObjectNames } from "./pods/names.ts";
import type { KubernetesSettings } from "./settings.ts";
import type { PodTaskRecords } from "./tasks/task-records.ts";
import type { Troubles } from "./troubles.ts";

/** What everything that acts for one instance shares. */
export interface InstanceContext {
  readonly instance: string;
  /** The value of the label that every object of the instance has. */
  readonly instanceId: string;
  readonly names: ObjectNames;
  readonly client: ApiClient;
  readonly settings: () => KubernetesSettings;
  readonly records: PodTaskRecords;
  readonly troubles: Troubles;
  /** All pods of the instance, by their names. */
  readonly pods: () => ReadonlyMap<string, Pod>;
  readonly clock: Clock;
  readonly log: Log;
  /** Aborted when the runtime closes. */
  readonly closing: AbortSignal;
}

/** The stored identity of an instance. */
interface Home {
  readonly id: string;
  readonly namespace: string;
}

/** The namespace and id of the instance, stored once: objects with another id are never touched, and pods cannot move. */
export function homeOf(store: Store, namespace: () => string): Home {
  // The cast is safe, because only this function writes the entry.
  const kept = store.get("home") as Home | undefined;
  if (kept) return kept;
  const made = { id: randomUUID(), namespace: namespace() };
  store.write([["home", made]]);
  return made;
}

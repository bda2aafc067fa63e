import type { LaunchRequest, Store } from "@reeve/orchestrator/runtime";
import type { SimulatedTaskRecord } from "./task-record.ts";

/** Stores the names of the volumes that exist. The engine that simulates the nodes stores the data of the volumes. */
export interface Volumes {
  /** Returns the name of a volume that the task's node has used before but that no longer exists; undefined if there is none. */
  missing(request: LaunchRequest): string | undefined;
  /** Creates the volumes of a task that do not exist yet. */
  make(request: LaunchRequest): void;
  delete(name: string): void;
}

const PREFIX = "volume/";
const COUNTED = "volumes";

/**
 * Opens the stored list of volumes. Earlier versions stored no such list. In that case, the list begins with the volumes of the stored
 * tasks.
 */
export function openVolumes(store: Store, tasks: Iterable<SimulatedTaskRecord>): Volumes {
  const there = new Set([...store.entries(PREFIX)].map(([key]) => key.slice(PREFIX.length)));
  if (store.get(COUNTED) === undefined) {
    for (const { volume } of tasks) if (volume !== undefined) there.add(volume);
    store.write([[COUNTED, true], ...[...there].map((name): [string, true] => [PREFIX + name, true])]);
  }
  return {
    missing: ({ volumes }) => Object.values(volumes).find(({ name, kept }) => kept && !there.has(name))?.name,
    make: ({ volumes }) => {
      const made = Object.values(volumes).flatMap(({ name }) => (there.has(name) ? [] : [name]));
      if (made.length === 0) return;
      store.write(made.map((name) => [PREFIX + name, true]));
      for (const name of made) there.add(name);
    },
    delete: (name) => {
      if (there.delete(name)) store.write([[PREFIX + name, undefined]]);
    },
  };
}

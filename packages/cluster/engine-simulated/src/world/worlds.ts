import { createWorld, type World } from "./world.ts";

/** The worlds of one simulation, by the name of the service instance. */
export interface Worlds {
  /** Returns the world of an instance, which the first call creates. The world is deleted when all callers have closed it. */
  open(instance: string): World;
  close(instance: string): void;
}

export function createWorlds(): Worlds {
  const worlds = new Map<string, { readonly world: World; users: number }>();
  return {
    open(instance) {
      const entry = worlds.get(instance) ?? { world: createWorld(), users: 0 };
      entry.users++;
      worlds.set(instance, entry);
      return entry.world;
    },
    close(instance) {
      const entry = worlds.get(instance);
      if (entry && --entry.users === 0) worlds.delete(instance);
    },
  };
}

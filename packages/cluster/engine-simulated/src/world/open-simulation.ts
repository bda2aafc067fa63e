import type { EngineContext } from "@reeve/orchestrator/engine";
import { memoryLimitOf } from "../settings.ts";
import { type RetryingStore, retryingStore } from "./retrying-store.ts";
import { createTimers, type Timers } from "./timers.ts";
import type { TrafficLevel } from "./traffic.ts";
import type { World, Worlds } from "./world.ts";

/** Opens what an engine needs to simulate an instance. `diskOf` returns the bytes on the disk of a node, if the engine knows them. */
export function openSimulation(
  context: EngineContext<{ readonly pace: number; readonly traffic: TrafficLevel }>,
  worlds: Worlds,
  diskOf: (index: number) => number | undefined = () => undefined,
): { readonly store: RetryingStore; readonly world: World; readonly timers: Timers } {
  const { instance, clock, definition } = context;
  const world = worlds.open(instance, clock);
  const sizeOf = (id: string) => {
    const node = context.node(id);
    return { memory: memoryLimitOf(node), disk: diskOf(node?.index ?? -1) };
  };
  world.follow({ definition, sizeOf });
  return { store: retryingStore(context.store, clock), world, timers: createTimers(clock, world.pace) };
}

import type { Store } from "@reeve/orchestrator/engine";
import type { Process } from "../world/process.ts";

/** Stores which formatting tasks have been completed, because a second formatting would destroy the namespace. */
export interface SimulatedFormats {
  /** Whether the namespace has been created, and the journals have been formatted for its edits. */
  nameSpace(): boolean;
  /** Whether failover has been initialised in the coordination service. */
  failover(): boolean;
  /** Whether a volume contains the namespace. */
  has(volume: string | undefined): boolean;
  /**
   * Whether a data node was launched again on a volume without its blocks. The call also records that the node's blocks are expected on
   * this volume from now on.
   */
  movedBlocks(node: string, volume: string | undefined): boolean;
  /** Called when a one-shot task has finished; stores what the task has formatted. */
  finished(process: Process): void;
  lost(volume: string): void;
}

export function openSimulatedFormats(store: Store): SimulatedFormats {
  const isThere = (key: string) => store.get(key) === true;
  return {
    nameSpace: () => isThere("name-space"),
    failover: () => isThere("failover"),
    has: (volume) => volume !== undefined && isThere(`formatted/${volume}`),
    movedBlocks(node, volume) {
      const before = store.get(`blocks/${node}`);
      if (before !== volume) store.write([[`blocks/${node}`, volume]]);
      return before !== undefined && before !== volume;
    },
    finished({ podType, volume }) {
      if (podType === "fc") store.write([["failover", true]]);
      else if (podType === "name")
        store.write([
          ["name-space", true],
          [`formatted/${volume}`, true],
        ]);
    },
    lost(volume) {
      const blocks = [...store.entries("blocks/")].filter(([, where]) => where === volume);
      store.write([[`formatted/${volume}`, undefined], ...blocks.map(([key]): [string, string] => [key, "lost"])]);
    },
  };
}

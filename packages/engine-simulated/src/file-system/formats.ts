import type { Store } from "@reeve/orchestrator";
import type { Process } from "../world/process.ts";

/** What has been formatted: kept, because a second time would be the end of the name space. */
export interface Formats {
  /** Whether there is a name space, and the edits for it. */
  nameSpace(): boolean;
  /** Whether failover has its place in the coordination service. */
  failover(): boolean;
  /** Whether a volume holds the name space. */
  has(volume: string | undefined): boolean;
  /** Whether a data node has had its blocks on this volume before; from now on it has. */
  reported(volume: string | undefined): boolean;
  /** A task that runs once has done its work. */
  finished(process: Process): void;
  lost(volume: string): void;
}

export function openFormats(store: Store): Formats {
  const isThere = (key: string) => store.get(key) === true;
  return {
    nameSpace: () => isThere("name-space"),
    failover: () => isThere("failover"),
    has: (volume) => volume !== undefined && isThere(`formatted/${volume}`),
    reported(volume) {
      const before = isThere(`blocks/${volume}`);
      if (!before) store.write([[`blocks/${volume}`, true]]);
      return before;
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
      store.write([
        [`formatted/${volume}`, undefined],
        [`blocks/${volume}`, undefined],
      ]);
    },
  };
}

import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { createOrchestrator } from "@reeve/orchestrator";
import { NODES, openEngines } from "../engines/open-engines.ts";

/** The data that an instance with real nodes stores on this machine. */
export interface RealData {
  readonly instance: string;
  readonly bytes: number;
}

/** The size of the volumes in a state folder, by instance, also while the service runs. Simulated instances have none. */
export function realData(state: string): readonly RealData[] {
  return entriesOf(join(state, NODES)).flatMap((instance) => {
    const volumes = join(state, NODES, instance, "volumes");
    return entriesOf(volumes).length === 0 ? [] : [{ instance, bytes: sizeOf(volumes) }];
  });
}

/**
 * The size in bytes of the blocks in which the disk usage of a file is counted. The file's length would be wrong for the brokers' index
 * files, which are sparse and use much less disk space than their length.
 */
const BLOCK = 512;

function sizeOf(folder: string): number {
  return entriesOf(folder, true).reduce((sum, path) => {
    const found = statSync(join(folder, path), { throwIfNoEntry: false });
    return sum + (found?.isFile() ? found.blocks * BLOCK : 0);
  }, 0);
}

function entriesOf(folder: string, recursive = false): readonly string[] {
  try {
    return readdirSync(folder, { recursive, encoding: "utf8" }).sort();
  } catch {
    return [];
  }
}

/**
 * Ends the orphaned nodes of a service that was killed, and returns the names of their instances. The next service starts the nodes again.
 * Throws `conflict` if a service is using the state.
 */
export async function stopOrphans(state: string): Promise<readonly string[]> {
  // Without this folder, all nodes were simulated, and simulated nodes end together with their service.
  if (!existsSync(join(state, NODES))) return [];
  const { engines } = await openEngines({ state });
  const orchestrator = await createOrchestrator({ engines, state: join(state, "orchestrator") });
  const real = orchestrator.instances().filter(({ runtime }) => !runtime.simulated && !runtime.outlivesService);
  await orchestrator.close();
  return real.map(({ name }) => name);
}

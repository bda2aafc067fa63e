import { existsSync } from "node:fs";
import { join } from "node:path";
import { createOrchestrator } from "@reeve/orchestrator";
import { NODES, openEngines } from "../engines/open-engines.ts";

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

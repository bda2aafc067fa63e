import { existsSync } from "node:fs";
import { join } from "node:path";
import { createOrchestrator } from "@reeve/orchestrator";
import { NODES, openEngines } from "../engines/open-engines.ts";

/**
 * Ends what a service that was killed has left running over its state, and gives the names of the instances that it was of. The next service
 * brings it back. Throws `conflict` where a service is at work over the state after all.
 */
export async function stopOrphans(state: string): Promise<readonly string[]> {
  // Nothing that is simulated runs without its service.
  if (!existsSync(join(state, NODES))) return [];
  const { engines } = await openEngines({ state });
  const orchestrator = await createOrchestrator({ engines, state: join(state, "orchestrator") });
  const real = orchestrator.instances().filter(({ runtime }) => !runtime.simulated);
  await orchestrator.close();
  return real.map(({ name }) => name);
}

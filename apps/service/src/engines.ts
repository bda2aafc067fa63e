import { rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Simulation } from "@reeve/engine-simulated";
import type { OrchestratorOptions } from "@reeve/orchestrator";

/** What definitions can name as their engine, each with where it runs. */
export interface Engines {
  readonly engines: OrchestratorOptions["engines"];
  /** Deletes what nobody will look for again. */
  close(): void;
}

/** Where the state holds what really runs. */
export const NODES = "nodes";

/** The simulated engines, and the real ones, which run on this machine. Of these only what a definition has to be checked with is loaded here. */
export async function openEngines(simulation: Simulation, state: string | undefined): Promise<Engines> {
  const [{ createKafkaEngine }, { createLocalRuntime }] = await Promise.all([
    import("@reeve/engine-kafka"),
    import("@reeve/runtime-local"),
  ]);
  const folder = state === undefined ? join(tmpdir(), `reeve-${process.pid}-${Date.now()}`) : join(state, NODES);
  const runtime = createLocalRuntime({ folder });
  return {
    engines: [...simulation.engines, { engine: createKafkaEngine(), runtime }],
    close: () => {
      if (state === undefined) rmSync(folder, { recursive: true, force: true });
    },
  };
}

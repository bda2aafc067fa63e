import type { Instance, Orchestrator } from "@reeve/orchestrator";
import type { Edition } from "../edition/edition.ts";
import { VERSION } from "../version.ts";

/** What is known of the service as a whole. */
export interface InfoParts {
  readonly orchestrator: Pick<Orchestrator, "instances">;
  readonly edition: Edition;
  readonly started: string;
  readonly tls: boolean;
  readonly state: string | undefined;
  readonly definitionFile: string | undefined;
  readonly refused: string | undefined;
}

/** What the service says of itself: above all, what of it is simulated. */
export function infoOf({ orchestrator, edition, started, tls, state, definitionFile, refused }: InfoParts): object {
  const instances = orchestrator.instances();
  const simulated = simulatedAmong(instances);
  return {
    version: VERSION,
    edition: edition.name,
    tls,
    started_at: started,
    state: state ?? null,
    note:
      simulated.length === 0
        ? ""
        : `Simulated: ${simulated.join(", ")}. No such software runs; nothing listens at the addresses that are shown.`,
    ...(definitionFile !== undefined && { definition: { file: definitionFile, refused: refused ?? null } }),
    services: instances.map(serviceInfo),
  };
}

/** The names of the instances of which no software runs. */
export function simulatedAmong(instances: readonly Instance[]): readonly string[] {
  return instances.filter(isSimulated).map(({ name }) => name);
}

function isSimulated({ engine, runtime }: Instance): boolean {
  return engine.simulated || runtime.simulated;
}

function serviceInfo(instance: Instance) {
  const { name, kind, definition, engine, runtime, configurations, plans } = instance;
  return {
    name,
    kind,
    revision: definition.revision,
    simulated: isSimulated(instance),
    engine: engine.name,
    runtime: runtime.name,
    agents: runtime.agents,
    ...(runtime.agents === 1 && { note: "There is one agent only: a replaced node cannot move." }),
    configuration: configurations.target().id,
    deploy: plans.get("deploy")?.status ?? null,
  };
}

import type { Instance, Orchestrator } from "@reeve/orchestrator";
import type { Edition } from "../edition/edition.ts";
import { VERSION } from "../version.ts";

/** The facts that the service reports about itself. */
export interface InfoParts {
  readonly orchestrator: Pick<Orchestrator, "instances">;
  readonly edition: Edition;
  readonly started: string;
  readonly tls: boolean;
  readonly state: string | undefined;
  readonly definitionFile: string | undefined;
  readonly refused: string | undefined;
}

/** The service's description of itself, which says which instances are simulated. */
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
        : `Simulated: ${simulated.join(", ")}. None of this software runs, and nothing listens at the addresses shown.`,
    ...(definitionFile !== undefined && { definition: { file: definitionFile, refused: refused ?? null } }),
    services: instances.map(serviceInfo),
  };
}

const ONE_AGENT = "There is one agent only: a replaced node cannot move.";

/** Notes for operators on instances, by name. */
export function notesAmong(instances: readonly Instance[]): readonly string[] {
  return instances.flatMap(({ name, notes }) => notes.map((note) => `${name}: ${note}`));
}

function capitalised(sentence: string): string {
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}

/** The names of the simulated instances. */
export function simulatedAmong(instances: readonly Instance[]): readonly string[] {
  return instances.filter(isSimulated).map(({ name }) => name);
}

/** Whether nothing listens at its addresses. */
export function isSimulated({ engine, runtime }: Instance): boolean {
  return engine.simulated || runtime.simulated;
}

/** An instance, as the description of the service and events show it. */
export function serviceInfo(instance: Instance) {
  const { name, kind, definition, engine, runtime, configurations, plans } = instance;
  const notes = [
    ...(runtime.agents === 1 ? [ONE_AGENT] : []),
    ...instance.notes.map((note) => `${capitalised(note)}.`),
  ];
  return {
    name,
    kind,
    revision: definition.revision,
    simulated: isSimulated(instance),
    engine: engine.name,
    runtime: runtime.name,
    agents: runtime.agents,
    ...(notes.length > 0 && { note: notes.join(" ") }),
    configuration: configurations.target().id,
    deploy: plans.get("deploy")?.status ?? null,
  };
}

import { ReeveError } from "@reeve/contract";
import type { Instance, Orchestrator } from "@reeve/orchestrator";
import type { Deployment, DeployRequest } from "./deployment.ts";
import { changesInstances, type Engines, type Overrides } from "./overrides.ts";
import type { ReadDefinition } from "./read-definition.ts";
import type { DefinitionInput } from "./service-definition.ts";

/** The options that a service was started with. */
export interface Start extends Overrides {
  readonly read: ReadDefinition;
  /** The definition, where it was given as an object. */
  readonly given: DefinitionInput | undefined;
  readonly definitionFile?: string;
}

/**
 * Deploys the definition at start. Without a definition, or with a file that is refused, instances of an earlier run stay as they are,
 * because a service that does not start helps no operator.
 */
export async function begin(
  orchestrator: Pick<Orchestrator, "instances">,
  deployment: Deployment,
  { read, given, definitionFile, engines = {}, ...others }: Start,
): Promise<void> {
  const asked: DeployRequest = { who: "start" };
  const existing = orchestrator.instances();
  if (existing.length === 0) return deployment.deployFirst(read);
  if (definitionFile !== undefined) return deployment.deployFile(definitionFile);
  if (given?.services) {
    await deployment.deployObject({ services: given.services }, asked);
    return;
  }
  if (!changesInstances({ engines, ...others })) return;
  refuseOtherEngines(existing, engines);
  const services = Object.fromEntries(existing.map(({ name, definition }) => [name, definition]));
  await deployment.deployObject({ services } as DefinitionInput, asked);
}

/** What an instance holds cannot move to another engine. */
function refuseOtherEngines(existing: readonly Instance[], engines: Engines): void {
  for (const { name, kind, engine } of existing) {
    const wanted = engines[kind] ?? engine.name;
    if (wanted === engine.name) continue;
    throw new ReeveError(
      "conflict",
      `${name} already exists with the engine ${engine.name}, and its data cannot move to ${wanted}: start with another --state, or delete all data with reeve down --purge and start again`,
    );
  }
}

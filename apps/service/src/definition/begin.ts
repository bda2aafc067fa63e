import { ReeveError } from "@reeve/contract";
import type { Instance, Orchestrator } from "@reeve/orchestrator";
import type { ReeveOptions } from "../reeve.ts";
import type { Deployment, DeployRequest } from "./deployment.ts";
import type { DeployedFile } from "./kept-settings.ts";
import { changesInstances, type EngineNames, type Overrides } from "./overrides.ts";
import type { ReadDefinition } from "./read-definition.ts";
import type { DefinitionInput } from "./service-definition.ts";

/** The options with which the service was started. */
export interface Start extends Overrides, Pick<ReeveOptions, "definitionFile" | "changedOnly"> {
  readonly read: ReadDefinition;
  /** The definition, if it was given as an object. */
  readonly given: DefinitionInput | undefined;
  readonly deployedFile: DeployedFile;
}

/**
 * Deploys the definition at the start. Without a definition, the instances of an earlier run stay as they are, except for the overrides. If
 * the file is refused, the service still starts with these instances, because operators need a running service.
 */
export async function begin(
  orchestrator: Pick<Orchestrator, "instances">,
  deployment: Deployment,
  { read, given, definitionFile, changedOnly = false, deployedFile, engines = {}, ...others }: Start,
): Promise<void> {
  const asked: DeployRequest = { who: "start", isOperator: true };
  const existing = orchestrator.instances();
  if (existing.length === 0) {
    await deployment.deployFirst(read);
    if (definitionFile !== undefined) deployedFile.remember(definitionFile);
    return;
  }
  if (definitionFile !== undefined) {
    if (changedOnly && deployedFile.isUnchanged(definitionFile)) return;
    return deployment.deployFile(definitionFile);
  }
  if (given?.services) return void (await deployment.deployObject({ services: given.services }, asked));
  if (!changesInstances({ engines, ...others })) return;
  refuseOtherEngines(existing, engines);
  const services = Object.fromEntries(existing.map(({ name, definition }) => [name, definition]));
  await deployment.deployObject({ services } as DefinitionInput, asked);
}

/** Refuses to start an existing instance with another engine, because the instance's data cannot move to another engine. */
function refuseOtherEngines(existing: readonly Instance[], engines: EngineNames): void {
  for (const { name, kind, engine } of existing) {
    const wanted = engines[kind] ?? engine.name;
    if (wanted === engine.name) continue;
    throw new ReeveError(
      "conflict",
      `${name} already exists with the engine ${engine.name}, and its data cannot move to ${wanted}: start with another --state, or delete all data with reeve down --purge and start again`,
    );
  }
}

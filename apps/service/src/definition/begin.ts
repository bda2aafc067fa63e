import type { Orchestrator } from "@reeve/orchestrator";
import type { Deployment, DeployRequest } from "./deployment.ts";
import type { Overrides, ReadDefinition } from "./read-definition.ts";
import type { DefinitionInput } from "./service-definition.ts";

/** What a service was started with. */
export interface Start extends Overrides {
  readonly read: ReadDefinition;
  /** As an object, where it was given so. */
  readonly given: DefinitionInput | undefined;
  readonly definitionFile?: string;
}

/**
 * Brings the instances to what the definition says when the service begins. Where there are instances of an earlier run, they stay as they are when
 * nothing is said of them, and when a file says what is refused: a service that does not come up helps nobody.
 */
export async function begin(
  orchestrator: Pick<Orchestrator, "instances">,
  deployment: Deployment,
  { read, given, definitionFile, revisions = {}, engines = {} }: Start,
): Promise<void> {
  const asked: DeployRequest = { who: "start" };
  const existing = orchestrator.instances();
  if (existing.length === 0) return deployment.deployFirst(read);
  if (definitionFile !== undefined) return deployment.deployFile(definitionFile);
  if (given?.services) {
    await deployment.deployObject({ services: given.services }, asked);
    return;
  }
  if (Object.keys({ ...revisions, ...engines }).length === 0) return;
  const services = Object.fromEntries(existing.map(({ name, definition }) => [name, definition]));
  await deployment.deployObject({ services } as DefinitionInput, asked);
}

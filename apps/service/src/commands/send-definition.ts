import { buildRequest, isRecord, ReeveError } from "@reeve/contract";
import type { InstanceInput } from "@reeve/orchestrator";
import { type DeployInput, type DeploymentAnswer, deployDefinition, showDefinition, showPastDefinition } from "@reeve/scheduler-models";
import { didYouMean } from "@reeve/terminal";
import type { CallOptions, Transport } from "@reeve/transport";
import type { DefinitionInput } from "../index.ts";

/** Sends a definition to the service. */
export async function sendDefinition(
  transport: Transport,
  definition: DefinitionInput,
  input: DeployInput,
  options: CallOptions,
): Promise<DeploymentAnswer> {
  const asked = buildRequest(deployDefinition, { revision: "any", service: "", input });
  const request = { ...asked, body: { ...definition } };
  const answer = await transport.send({ request, effect: input.dryRun ? "read" : "change" }, options);
  if (isRecord(answer.body) && Array.isArray(answer.body.changes)) return answer.body as unknown as DeploymentAnswer;
  throw notOurs(transport, "it takes no definition");
}

/** A definition that names its instances, as the service shows it. */
type WholeDefinition = DefinitionInput & Required<Pick<DefinitionInput, "services">>;

/** The definition of the running instances. */
export async function runningDefinition(transport: Transport, options: CallOptions): Promise<WholeDefinition> {
  const request = buildRequest(showDefinition, { revision: "any", service: "", input: {} });
  const { body } = await transport.send({ request, effect: "read" }, options);
  if (isRecord(body) && isRecord(body.services)) return body as unknown as WholeDefinition;
  throw notOurs(transport, "it has no definition");
}

/** The definition of an instance as it was in a configuration. */
export async function pastDefinition(transport: Transport, service: string, id: string, options: CallOptions): Promise<WholeDefinition> {
  const request = buildRequest(showPastDefinition, { revision: "any", service, input: { id } });
  return (await transport.send({ request, effect: "read" }, options)).body as WholeDefinition;
}

/** The definition of one instance. */
export function instanceIn({ services = {} }: DefinitionInput, name: string): InstanceInput {
  const instance = services[name];
  if (instance && Object.hasOwn(services, name)) return instance;
  const known = Object.keys(services);
  throw new ReeveError("not-found", `no instance "${name}": there are ${known.join(", ")}.${didYouMean(name, known)}`);
}

/** Whether a deployment changes anything. */
export function changesAnything({ changes, settings = [] }: DeploymentAnswer): boolean {
  return settings.length > 0 || changes.some(({ change }) => change !== "unchanged");
}

function notOurs({ url }: Transport, consequence: string): ReeveError {
  return new ReeveError("unexpected-response", `${url} is not a service that reeve up started, so ${consequence}`);
}

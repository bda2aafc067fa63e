import { type AnyOperation, buildRequest } from "@reeve/contract";
import {
  type DeploymentAnswer,
  deployDefinition,
  listPastConfigurations,
  type PastConfiguration,
  showDefinition,
  showPastDefinition,
} from "@reeve/scheduler-models";
import { expire, problemIn, session } from "../state/session.ts";

/** The definition of what runs as YAML, or that of an instance in an older configuration. */
export async function definitionText(service?: string, id?: string): Promise<string> {
  const path = service === undefined || id === undefined ? pathOf(showDefinition) : pathOf(showPastDefinition, service, { id });
  return (await sendOwn(path, { headers: { accept: "application/yaml" } })).text();
}

/** The definition of an instance in one of its configurations. */
export async function definitionOf(service: string, id: string): Promise<unknown> {
  return (await sendOwn(pathOf(showPastDefinition, service, { id }))).json();
}

export async function pastConfigurations(service: string): Promise<readonly PastConfiguration[]> {
  return (await sendOwn(pathOf(listPastConfigurations, service))).json();
}

/** Sends a definition. Without `only`, it is the definition of all instances. */
export async function sendDefinitionText(
  text: string,
  { only, isDryRun }: { readonly only: string | undefined; readonly isDryRun: boolean },
): Promise<DeploymentAnswer> {
  const input = { ...(isDryRun && { dryRun: true }), ...(only !== undefined && { only }) };
  const headers = { "content-type": "application/yaml" };
  return (await sendOwn(pathOf(deployDefinition, "", input), { method: "POST", headers, body: text })).json();
}

export async function readDefinitionSchema(): Promise<unknown> {
  return (await sendOwn("/reeve/v1/openapi/definition.schema.json")).json();
}

function pathOf(operation: AnyOperation, service = "", input: object = {}): string {
  const { path, query } = buildRequest(operation, { revision: "any", service, input });
  return query === "" ? path : `${path}?${query}`;
}

/** Sends a request with the login of this page. Throws the sentence of the service if it refuses. */
export async function sendOwn(path: string, options: RequestInit = {}): Promise<Response> {
  const answer = await fetch(path, { ...options, headers: { ...options.headers, ...session.value?.headers } });
  if (answer.ok) return answer;
  if (answer.status === 401) expire();
  throw await problemIn(answer);
}

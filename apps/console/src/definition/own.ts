import { buildRequest } from "@reeve/contract";
import {
  type DeploymentAnswer,
  deployDefinition,
  listPastConfigurations,
  type PastConfiguration,
  showDefinition,
  showPastDefinition,
} from "@reeve/scheduler-models";
import { expire, session } from "../state/session.ts";

/** The definition of what runs as YAML, or that of an instance in an older configuration. */
export async function definitionText(service?: string, id?: string): Promise<string> {
  const request =
    service === undefined || id === undefined
      ? buildRequest(showDefinition, { revision: "any", service: "", input: {} })
      : buildRequest(showPastDefinition, { revision: "any", service, input: { id } });
  return (await sendOwn(request.path, { headers: { accept: "application/yaml" } })).text();
}

/** The definition of an instance in one of its configurations. */
export async function definitionOf(service: string, id: string): Promise<unknown> {
  const { path } = buildRequest(showPastDefinition, { revision: "any", service, input: { id } });
  return (await sendOwn(path)).json();
}

export async function pastConfigurations(service: string): Promise<readonly PastConfiguration[]> {
  const { path } = buildRequest(listPastConfigurations, { revision: "any", service, input: {} });
  return (await sendOwn(path)).json();
}

/** Sends a definition. Without `only`, it is the definition of all instances. */
export async function sendDefinitionText(
  text: string,
  { only, isDryRun }: { readonly only: string | undefined; readonly isDryRun: boolean },
): Promise<DeploymentAnswer> {
  const input = { ...(isDryRun && { dryRun: true }), ...(only !== undefined && { only }) };
  const { path, query } = buildRequest(deployDefinition, { revision: "any", service: "", input });
  const headers = { "content-type": "application/yaml" };
  return (await sendOwn(query === "" ? path : `${path}?${query}`, { method: "POST", headers, body: text })).json();
}

export async function readDefinitionSchema(): Promise<unknown> {
  return (await sendOwn("/reeve/v1/openapi/definition.schema.json")).json();
}

/** Sends a request with the login of this page. Throws the sentence of the service if it refuses. */
export async function sendOwn(path: string, options: RequestInit = {}): Promise<Response> {
  const answer = await fetch(path, { ...options, headers: { ...options.headers, ...session.value?.headers } });
  if (answer.ok) return answer;
  if (answer.status === 401) expire();
  const problem = (await answer.json().catch(() => undefined)) as { readonly detail?: string } | undefined;
  throw new Error(problem?.detail ?? `The service answered ${answer.status}.`);
}

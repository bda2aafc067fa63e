import { dryRun, type ParsedArguments, type Result } from "@reeve/commands";
import { type AnyApi, buildRequest, type ListedOperation, listOperations, secretFields } from "@reeve/contract";
import type { CommandContext } from "./session.ts";

/** The read operation that shows the effects of a change in advance, if the API has one. */
export function previewOf({ operation }: ListedOperation, api: AnyApi): ListedOperation | undefined {
  return listOperations(api).find(({ name }) => name === operation.previewedBy);
}

/** The flags of the command that previews a change instead of sending it. */
export function withoutDryRun({ flags }: ParsedArguments): ParsedArguments["flags"] {
  return new Map([...flags].filter(([name]) => name !== "dry-run"));
}

/** The request of an operation, instead of its answer. */
export async function dryRunOf({ operation }: ListedOperation, { session, input }: CommandContext): Promise<Result> {
  const { service, url, settings } = session;
  const request = buildRequest(operation, { revision: await session.revision(), service, input });
  const secrets = secretFields(operation);
  return dryRun(request, { url, hasLogin: settings.login !== undefined, isSecret: (name) => secrets.has(name) });
}

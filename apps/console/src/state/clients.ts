import { createBrokerClient } from "@reeve/broker-client";
import { callOperation } from "@reeve/client";
import type { AnyOperation, InputOf, OutputOf } from "@reeve/contract";
import { createFileSystemClient } from "@reeve/file-system-client";
import { createWideColumnClient } from "@reeve/wide-column-client";
import type { InstanceInfo } from "./cluster.ts";
import { session } from "./session.ts";

function clientOf({ kind, service, revision }: InstanceInfo): object {
  const transport = session.value?.transport;
  if (!transport) throw new Error("there is no login");
  const options = { transport, service, namesOperations: false } as const;
  if (kind === "broker") return createBrokerClient({ ...options, revision: revision as "R3" });
  if (kind === "wide-column") return createWideColumnClient(options);
  return createFileSystemClient({ ...options, revision: revision as "V1" });
}

/** Calls an operation of an instance and reads the response. */
export async function ask<Op extends AnyOperation>(info: InstanceInfo, operation: Op, input?: InputOf<Op>): Promise<OutputOf<Op>> {
  return (await callOperation(clientOf(info), operation, input)).read();
}

/** Calls an operation by its name and reads the response. */
export async function callByName(info: InstanceInfo, name: string, input: object): Promise<unknown> {
  return (await callOperation(clientOf(info), name, input)).read();
}

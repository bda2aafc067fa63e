import { createBrokerClient } from "@reeve/broker-client";
import { describeClient } from "@reeve/client";
import { createFileSystemClient } from "@reeve/file-system-client";
import { createWideColumnClient } from "@reeve/wide-column-client";
import type { InstanceInfo } from "./cluster.ts";
import { session } from "./session.ts";

function clientOf({ kind, service, revision }: InstanceInfo): object {
  const transport = session.value?.transport;
  if (!transport) throw new Error("there is no login");
  const options = { transport, service } as const;
  if (kind === "broker") return createBrokerClient({ ...options, revision: revision as "R3" });
  if (kind === "wide-column") return createWideColumnClient(options);
  return createFileSystemClient({ ...options, revision: revision as "V1" });
}

/** Calls an operation of an instance and reads the response. */
export async function ask<Value = unknown>(
  info: InstanceInfo,
  name: string,
  input: Readonly<Record<string, unknown>> = {},
): Promise<Value> {
  return (await describeClient(clientOf(info)).call(name, input)).read() as Value;
}

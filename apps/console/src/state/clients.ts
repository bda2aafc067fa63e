import { createBrokerClient } from "@reeve/broker-client";
import { describeClient } from "@reeve/client";
import { type AnyOperation, buildRequest, listOperations } from "@reeve/contract";
import { createFileSystemClient } from "@reeve/file-system-client";
import { createWideColumnClient } from "@reeve/wide-column-client";
import type { InstanceInfo } from "./cluster.ts";
import { session } from "./session.ts";

/** An operation that can be asked for: its name, and its input. */
export interface Call {
  /** `nodes.restart` */
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
}

function clientOf({ kind, service, revision }: InstanceInfo): object {
  const transport = session.value?.transport;
  if (!transport) throw new Error("there is no login");
  const options = { transport, service } as const;
  if (kind === "broker") return createBrokerClient({ ...options, revision: revision as "R3" });
  if (kind === "wide-column") return createWideColumnClient(options);
  return createFileSystemClient({ ...options, revision: revision as "V1" });
}

/** Calls an operation of an instance and reads its answer. */
export async function ask<Value = unknown>(
  info: InstanceInfo,
  name: string,
  input: Readonly<Record<string, unknown>> = {},
): Promise<Value> {
  return (await describeClient(clientOf(info)).call(name, input)).read() as Value;
}

/** The declaration of an operation; undefined where the instance's revision does not have it. */
export function operationOf(info: InstanceInfo, name: string): AnyOperation | undefined {
  const found = listOperations(describeClient(clientOf(info)).api).find((listed) => listed.name === name);
  return found?.revisions.includes(info.revision) ? found.operation : undefined;
}

/** The request that a call sends, `POST /reeve/v1/…`. */
export function requestLine(info: InstanceInfo, { name, input }: Call): string {
  const operation = operationOf(info, name);
  if (!operation) return "";
  const { method, path, query, body } = buildRequest(operation, {
    revision: info.revision,
    service: info.service,
    input,
  });
  const line = `${method} ${path}${query === "" ? "" : `?${query}`}`;
  return body === undefined ? line : `${line}\n${body}`;
}

/** The same as a line for the command line: what identifies a thing by its place, the rest as flags. */
export function commandLine({ kind, service }: InstanceInfo, { name, input }: Call): string {
  const entries = Object.entries(input);
  const words = entries.filter(([field]) => IDENTIFYING.has(field)).map(([, value]) => quoted(String(value)));
  const flags = entries.filter(([field]) => !IDENTIFYING.has(field)).map(([field, value]) => flagOf(field, value));
  const verbs = name.split(".").map(dashed);
  return ["reeve", kind, ...verbs, ...words, ...flags, "--service", quoted(service)].join(" ");
}

const IDENTIFYING: ReadonlySet<string> = new Set(["broker", "topic", "node", "plan", "id"]);

function flagOf(field: string, value: unknown): string {
  return field === "force" ? `--${dashed(`force-${value}`)}` : `--${dashed(field)} ${quoted(String(value))}`;
}

function dashed(name: string): string {
  return name.replaceAll("_", "-").replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** As a shell needs it. */
function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

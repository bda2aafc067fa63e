import { brokerApi } from "@reeve/broker-models";
import { type AnyApi, type AnyOperation, buildRequest, type ListedOperation, listOperations } from "@reeve/contract";
import { fileSystemApi } from "@reeve/file-system-models";
import { wideColumnApi } from "@reeve/wide-column-models";
import type { InstanceInfo } from "./cluster.ts";

/** A call of an operation: its name and its input. */
export interface Call {
  /** The operation's name, such as `nodes.restart`. */
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
}

/** The operations of each kind in a map by name, because each drawn row of a list of nodes looks up several operations. */
const operations: Readonly<Record<InstanceInfo["kind"], ReadonlyMap<string, ListedOperation>>> = {
  broker: byName(brokerApi),
  "wide-column": byName(wideColumnApi),
  "file-system": byName(fileSystemApi),
};

function byName(api: AnyApi): ReadonlyMap<string, ListedOperation> {
  return new Map(listOperations(api).map((listed) => [listed.name, listed]));
}

/** The declaration of an operation; undefined if the instance's revision does not have it. */
export function operationOf({ kind, revision }: InstanceInfo, name: string): AnyOperation | undefined {
  const found = operations[kind].get(name);
  return found?.revisions.includes(revision) ? found.operation : undefined;
}

/** The first line of the request that a call sends, such as `POST /reeve/v1/…`. */
export function requestLine(info: InstanceInfo, { name, input }: Call): string {
  const operation = operationOf(info, name);
  if (!operation) return "";
  const { method, path, query, body } = buildRequest(operation, {
    revision: info.revision,
    service: info.service,
    input,
  });
  const line = `${method} ${path}${query === "" ? "" : `?${query}`}`;
  return body === undefined ? line : `${line}\n${JSON.stringify(body)}`;
}

/** The command line that makes the same call. Identifying fields become arguments, and other fields become flags. */
export function commandLine({ kind, service }: InstanceInfo, { name, input }: Call): string {
  const entries = Object.entries(input);
  const words = entries.filter(([field]) => IDENTIFYING.has(field)).map(([, value]) => quoted(String(value)));
  const flags = entries.filter(([field]) => !IDENTIFYING.has(field)).map(([field, value]) => flagOf(field, value));
  const verbs = name.split(".").map(dashed);
  return ["reeve", kind, ...verbs, ...words, ...flags, "--service", quoted(service)].join(" ");
}

const IDENTIFYING: ReadonlySet<string> = new Set(["broker", "topic", "copies", "node", "plan", "id"]);

function flagOf(field: string, value: unknown): string {
  return field === "force" ? `--${dashed(`force-${value}`)}` : `--${dashed(field)} ${quoted(String(value))}`;
}

function dashed(name: string): string {
  return name.replaceAll("_", "-").replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** Quotes a word for a shell if necessary. */
function quoted(word: string): string {
  return /^[\w@%+=:,./…-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

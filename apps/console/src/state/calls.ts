import { brokerApi } from "@reeve/broker-models";
import {
  type AnyOperation,
  buildRequest,
  commandLineOf,
  commandOf,
  type ListedOperation,
  listOperations,
  shellWord,
} from "@reeve/contract";
import { fileSystemApi } from "@reeve/file-system-models";
import { wideColumnApi } from "@reeve/wide-column-models";
import type { InstanceInfo } from "./cluster.ts";

/** A call of an operation. */
export interface OperationCall {
  readonly listed: ListedOperation;
  readonly input: Readonly<Record<string, unknown>>;
}

/** The APIs of the kinds of services. */
export const kindApis = { broker: brokerApi, "wide-column": wideColumnApi, "file-system": fileSystemApi } as const;

/** The operations of each revision of each kind in a map, because each drawn row of a list of nodes looks up several operations. */
const operations = new Map<string, ReadonlyMap<AnyOperation, ListedOperation>>();

function operationsOf({ kind, revision }: InstanceInfo): ReadonlyMap<AnyOperation, ListedOperation> {
  const key = `${kind} ${revision}`;
  const known = operations.get(key) ?? new Map(listOperations(kindApis[kind], revision).map((listed) => [listed.operation, listed]));
  operations.set(key, known);
  return known;
}

/** An operation with its name; undefined if the instance's revision does not have it. */
export function listedIn(info: InstanceInfo, operation: AnyOperation): ListedOperation | undefined {
  return operationsOf(info).get(operation);
}

/** Whether the instance's revision can list the names of a thing, such as `plan`. */
export function canList(info: InstanceInfo, thing: string): boolean {
  return [...operationsOf(info).keys()].some(({ names }) => names?.[thing] !== undefined);
}

/** The first line of the request that a call sends, such as `POST /reeve/v1/…`. */
export function requestLine({ revision, service }: InstanceInfo, { listed: { operation }, input }: OperationCall): string {
  const { method, path, query, body } = buildRequest(operation, { revision, service, input });
  const line = `${method} ${path}${query === "" ? "" : `?${query}`}`;
  return body === undefined ? line : `${line}\n${JSON.stringify(body)}`;
}

/** The command line that makes the same call. */
export function commandLine({ kind, service }: InstanceInfo, { listed, input }: OperationCall): string {
  return `reeve ${commandLineOf(kind, commandOf(kindApis[kind], listed), input)} --service ${shellWord(service)}`;
}

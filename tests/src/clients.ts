import { createBrokerClient } from "@reeve/broker-client";
import type { ClientOptions } from "@reeve/client";
import { type AnyApi, documentedSchema, type ListedOperation } from "@reeve/contract";
import { createFileSystemClient } from "@reeve/file-system-client";
import { createWideColumnClient } from "@reeve/wide-column-client";
import fc from "fast-check";
import { arbitraryOf } from "./arbitrary.ts";

const factories: Readonly<Record<string, (options: never) => object>> = {
  broker: createBrokerClient,
  "wide-column": createWideColumnClient,
  "file-system": createFileSystemClient,
};

/** The client of one of the APIs, as people make it. */
export function clientFor(api: string, options: ClientOptions): object {
  const factory = factories[api];
  if (!factory) throw new Error(`no client is for ${api}`);
  return factory(options as never);
}

/** A body such as a server of that revision may send: made from the schema, the same one in every run. */
export function sampleBody({ operation }: ListedOperation, revision: string): unknown {
  const schema = documentedSchema(operation.output, revision);
  const [body] = fc.sample(
    arbitraryOf(schema).filter(
      (each) => each !== "" && operation.output.failure({ status: 200, body: each }) === undefined,
    ),
    { numRuns: 1, seed: 1 },
  );
  return body;
}

/** Each operation of an API in each of its revisions. */
export function inEachRevision(
  api: AnyApi,
  listed: readonly ListedOperation[],
): readonly (readonly [string, ListedOperation])[] {
  return listed.flatMap((each) =>
    api.revisions.filter((revision) => each.revisions.includes(revision)).map((revision) => [revision, each] as const),
  );
}

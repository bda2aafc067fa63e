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

/** Makes a client of an API as users do. */
export function clientFor(api: string, options: ClientOptions): object {
  const factory = factories[api];
  if (!factory) throw new Error(`there is no client for ${api}`);
  return factory(options as never);
}

/** A body that a server of this revision may send, generated from the operation's schema. Each run generates the same body. */
export function sampleBody({ operation }: ListedOperation, revision: string): unknown {
  const schema = documentedSchema(operation.output, revision);
  const [body] = fc.sample(
    arbitraryOf(schema).filter((each) => each !== "" && operation.output.failure({ status: 200, body: each }) === undefined),
    { numRuns: 1, seed: 1 },
  );
  return body;
}

/** Lists the operations of an API in each of its revisions. */
export function inEachRevision(api: AnyApi, listed: readonly ListedOperation[]): readonly (readonly [string, ListedOperation])[] {
  return listed.flatMap((each) =>
    api.revisions.filter((revision) => each.revisions.includes(revision)).map((revision) => [revision, each] as const),
  );
}

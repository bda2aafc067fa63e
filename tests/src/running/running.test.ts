import { revisionOf, serviceAccount } from "@reeve/broker-client";
import { startReeve } from "@reeve/service";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { apis } from "../apis.ts";
import { clientFor } from "../clients.ts";
import { badLine } from "./bad-line.ts";
import { runR1, runR2, runR3 } from "./broker.ts";
import { type Cluster, clusterOf, services } from "./cluster.ts";
import { runExamples } from "./examples.ts";
import { runV1, runV2 } from "./file-system.ts";
import { openLedger } from "./ledger.ts";
import { runW1 } from "./wide-column.ts";

/** How clients reach a running service. */
const kindsOfAccess: Readonly<Record<string, () => Promise<readonly [AsyncDisposable, Cluster]>>> = {
  "open edition over HTTP": async () => {
    const reeve = await startReeve({ services });
    return [reeve, clusterOf(reeve, { url: reeve.url, token: reeve.token })];
  },
  "enterprise edition over HTTPS": async () => {
    const reeve = await startReeve({ services, edition: "enterprise", tls: true });
    if (!reeve.serviceAccount) throw new Error("no service account was made");
    const { uid, privateKey } = reeve.serviceAccount;
    const credentials = serviceAccount({ uid, privateKey });
    return [reeve, clusterOf(reeve, { url: reeve.url, ca: reeve.ca, credentials })];
  },
  "in this process": async () => {
    const reeve = await startReeve({ services }, { listen: false });
    const { url, token, fetch } = reeve;
    return [reeve, clusterOf(reeve, { url, token, fetch })];
  },
  "in this process, over a bad line": async () => {
    const reeve = await startReeve({ services }, { listen: false });
    const { url, token, fetch } = reeve;
    return [reeve, clusterOf(reeve, { url, token, fetch: badLine(fetch) })];
  },
};

const ledger = openLedger(apis, Object.keys(kindsOfAccess));

const runs = { R1: runR1, R2: runR2, R3: runR3, W1: runW1, V1: runV1, V2: runV2 } as const;

describe.each(Object.entries(kindsOfAccess))("%s", (access, start) => {
  let reeve: AsyncDisposable;
  let cluster: Cluster;
  beforeAll(async () => {
    [reeve, cluster] = await start();
  });
  afterAll(() => reeve?.[Symbol.asyncDispose]());

  describe.concurrent("every operation is answered as expected", () => {
    test.each(Object.entries(runs))("%s", (_, run) => run(cluster, ledger, access));
  });

  test.each(Object.entries(services))("%s says its revision, and answers its examples", async (service, declared) => {
    const { kind, revision } = declared;
    expect(await revisionOf(clientFor(kind, { ...cluster.reach, service }))).toBe(revision);
    const api = apis.find(({ name }) => name === kind);
    if (api) await runExamples(api, { revision, service }, cluster, ledger, access);
  });
});

afterAll(() => {
  console.log(`operation x revision x result, through the clients against the running service\n${ledger.table()}`);
  expect(ledger.open()).toEqual([]);
});

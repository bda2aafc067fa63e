import type { BrokerClient } from "@reeve/broker-client";
import { callOperation } from "@reeve/client";
import type { AnyApi } from "@reeve/contract";
import { type Reeve, startReeve } from "@reeve/service";
import { Kafka, logLevel } from "kafkajs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { apis } from "../apis.ts";
import { clientFor } from "../clients.ts";
import { documentedRows } from "../documented-rows.ts";
import { walkChanges } from "../running/changes.ts";
import { differences } from "../shape-differences.ts";
import { expectAnswer, type Walker, walker } from "../walk.ts";
import { missingForKafka, titled } from "./available.ts";
import { bootstrapOf } from "./bootstrap.ts";
import { MOVED, type PartitionRow, partitionRows } from "./partition-rows.ts";

/**
 * Requests every row of the broker's document in each revision from real brokers, and also the requests about partitions, and compares the
 * answers with the simulation's.
 */

const missing = await missingForKafka();
const api = apis.find(({ name }) => name === "broker") as AnyApi;
const rows = documentedRows.filter((row) => row.api === "broker");
const settings = { BROKER_MEM: 256 };

const table: string[] = [];
afterAll(() => {
  if (missing === undefined) console.log(`\n${table.join("\n")}\n${table.length} rows walked over both`);
});

describe.skipIf(missing !== undefined)(titled("over real brokers", missing), () => {
  let reeve: Reeve;
  let real: Walker;
  let simulated: Walker;
  const services = (revision: "R1" | "R2" | "R3", pace = 0) => ({
    services: {
      real: { kind: "broker", engine: "kafka", revision, settings },
      simulated: { kind: "broker", revision, pace, settings },
    } as const,
  });

  beforeAll(async () => {
    reeve = await startReeve(services("R1"));
    real = walker(reeve, "real", 240_000);
    simulated = walker(reeve, "simulated");
    await Promise.all([real.quiet(), simulated.quiet()]);
  }, 300_000);
  afterAll(() => reeve?.close(), 60_000);

  describe.each(["R1", "R2", "R3"] as const)("%s", (revision) => {
    beforeAll(async () => {
      await reeve.deploy(services(revision));
      const create = revision === "R3" ? "/topics/orders?" : "/topics?name=orders&";
      for (const [service, { send }] of [["real", real] as const, ["simulated", simulated] as const]) {
        await send("DELETE", `/service/${service}/v1/topics/made`);
        const made = await send("POST", `/service/${service}/v1${create}partitions=2&replication=2`);
        expect(made.status, made.text).toBe(200);
      }
    }, 60_000);

    test.each(rows.flatMap((row) => row.methods.map((method) => [method, row.path, row.query, row] as const)))(
      "%s %s %s",
      async (method, path, query, row) => {
        const [ofReal, ofSimulated] = await Promise.all([real.walk(method, row), simulated.walk(method, row)]);
        const shown = `${method} ${path}${query === "" ? "" : `?${query}`}`;
        table.push(
          `${revision}  ${shown.padEnd(64)} real ${ofReal.status}  simulated ${ofSimulated.status}  ${sameShape(ofReal.body, ofSimulated.body)}`,
        );
        expectAnswer(api, revision, method, row, ofReal);
        expect(ofReal.status).toBe(ofSimulated.status);
        expect(differences(ofReal.body, ofSimulated.body)).toEqual([]);
      },
      90_000,
    );
  });

  describe.each(["R1", "R2", "R3"] as const)("partitions in %s", (revision) => {
    beforeAll(async () => {
      // At this pace a simulated copy takes its time, so that requests can be sent meanwhile.
      await reeve.deploy(services(revision, 1));
      const create = revision === "R3" ? `/topics/${MOVED}?` : `/topics?name=${MOVED}&`;
      const load = `/topics/${MOVED}?operation=producer-test&messages=6000`;
      await Promise.all(
        [["real", real] as const, ["simulated", simulated] as const].map(async ([service, { send, quiet }]) => {
          await quiet();
          // Rows of the document have left a broker paused, and partitions only move between running brokers.
          await send("POST", `/reeve/v1/services/${service}/nodes/broker-1/restart`);
          await quiet();
          await send("DELETE", `/service/${service}/v1/topics/${MOVED}`);
          const made = await send("POST", `/service/${service}/v1${create}partitions=3&replication=2`);
          expect(made.status, made.text).toBe(200);
          const loaded = await send("PUT", `/service/${service}/v1${load}`);
          expect(loaded.status, loaded.text).toBe(200);
        }),
      );
    }, 120_000);

    const shown = ({ method, path, meanwhile }: PartitionRow) => `${method} ${path}${meanwhile ? ", meanwhile" : ""}`;
    test.each(partitionRows.map((row) => [shown(row), row] as const))("%s", { timeout: 90_000 }, async (name, row) => {
      const answerOf = async ({ send, quiet }: Walker, service: string) => {
        if (!row.meanwhile) await quiet();
        const ask = () => send(row.method, `/reeve/v1/services/${service}${row.path}`);
        if (row.meanwhile && row.path === "/plans/partitions") {
          // A step has no reason until its first report.
          await expect.poll(async () => (await ask()).text).toContain(" MiB copied");
        }
        return ask();
      };
      const [ofReal, ofSimulated] = await Promise.all([answerOf(real, "real"), answerOf(simulated, "simulated")]);
      const { status } = row;
      expect([ofReal.status, ofSimulated.status], `${ofReal.text}\n${ofSimulated.text}`).toEqual([status, status]);
      expect(differences(ofReal.body, ofSimulated.body)).toEqual([]);
      // Refusals have the same words.
      if (status >= 400) {
        expect(ofReal.text.replaceAll(/\breal\b/gi, "SERVICE")).toBe(ofSimulated.text.replaceAll(/\bsimulated\b/gi, "SERVICE"));
      }
      table.push(`${revision}  ${name.padEnd(64)} real ${ofReal.status}  simulated ${ofSimulated.status}  same`);
    });
  });

  // The controls of rollouts are left out, because they are the same for every engine and are tested with the simulation.
  test("every change in R3 shows in the read that its declaration names", { timeout: 300_000 }, async () => {
    const revision = "R3";
    await reeve.deploy(services(revision));
    const client = clientFor("broker", { url: reeve.url, token: reeve.token, service: "real", revision });
    // The last request has paused a broker, and partitions only move between running brokers.
    await callOperation(client, "pods.restart", { node: "broker-1" });
    const state = async () => (await callOperation(client, "nodes.show", { node: "broker-1" })).read();
    await expect.poll(state, { timeout: 60_000 }).toMatchObject({ state: "running" });
    const makeGroup = async () => {
      const brokers = await bootstrapOf(client as BrokerClient<"R3">);
      const admin = new Kafka({ brokers: [...brokers], logLevel: logLevel.NOTHING }).admin();
      await admin.connect();
      await admin.setOffsets({ groupId: "reports", topic: "orders", partitions: [{ partition: 0, offset: "0" }] });
      await admin.disconnect();
    };
    expect(await walkChanges({ api, revision, client, makeGroup })).not.toEqual([]);
  });
});

function sameShape(real: unknown, simulated: unknown): string {
  const matches = differences(real, simulated);
  return matches.length === 0 ? "same shape" : matches.join(", ");
}

import { callOperation } from "@reeve/client";
import type { AnyApi } from "@reeve/contract";
import { type Reeve, startReeve } from "@reeve/service";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { apis } from "../apis.ts";
import { clientFor } from "../clients.ts";
import { type DocumentedRow, documentedRows } from "../documented-rows.ts";
import { walkChanges } from "../running/changes.ts";
import { expectAnswer, type Walker, walker } from "../walk.ts";
import { missingForKafka, titled } from "./available.ts";

/** Every row of the broker's document, in each revision, with real brokers; for comparison, the simulation's answers. */

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
  const services = (revision: "R1" | "R2" | "R3") => ({
    services: {
      real: { kind: "broker", engine: "kafka", revision, settings },
      simulated: { kind: "broker", revision, pace: 0, settings },
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
        expect(differences(ofReal.body, ofSimulated.body)).toEqual(known(row, revision));
      },
      90_000,
    );
  });

  // Controls of rollouts are the same for every engine, and are tested with the simulation.
  test("whatever can be changed in R3 shows in the read that its declaration names", { timeout: 300_000 }, async () => {
    const revision = "R3";
    await reeve.deploy(services(revision));
    const client = clientFor("broker", { url: reeve.url, token: reeve.token, service: "real", revision });
    // The last of the rows has left a broker paused, and partitions move only between brokers that run.
    await callOperation(client, "pods.restart", { node: "broker-1" });
    const state = async () => (await callOperation(client, "nodes.show", { node: "broker-1" })).read();
    await expect.poll(state, { timeout: 60_000 }).toMatchObject({ state: "running" });
    expect(await walkChanges({ api, revision, client })).not.toEqual([]);
  });
});

/** Expected differences: this engine has neither a coordination service nor a virtual address of its brokers. */
function known({ path, revisions }: DocumentedRow, revision: string): readonly string[] {
  const isConnection = revisions.includes(revision) && path === "/connection";
  return isConnection ? ["coordinator: only simulated", "vip: only simulated"] : [];
}

function sameShape(real: unknown, simulated: unknown): string {
  const found = differences(real, simulated);
  return found.length === 0 ? "same shape" : found.join(", ");
}

/** Fields that only one side has, and values of different types; a list is represented by its first element. */
function differences(real: unknown, simulated: unknown, at = ""): readonly string[] {
  const [ofReal, ofSimulated] = [kindOf(real), kindOf(simulated)];
  if (ofReal !== ofSimulated) return [`${at}: ${ofReal} here, ${ofSimulated} simulated`];
  if (Array.isArray(real) && Array.isArray(simulated)) {
    return real.length > 0 && simulated.length > 0 ? differences(real[0], simulated[0], `${at}[]`) : [];
  }
  if (ofReal !== "object") return [];
  const [a, b] = [real as Readonly<Record<string, unknown>>, simulated as Readonly<Record<string, unknown>>];
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].sort().flatMap((key) => {
    const path = at === "" ? key : `${at}.${key}`;
    if (!Object.hasOwn(a, key)) return [`${path}: only simulated`];
    if (!Object.hasOwn(b, key)) return [`${path}: only real`];
    return differences(a[key], b[key], path);
  });
}

function kindOf(value: unknown): string {
  return value === null ? "null" : Array.isArray(value) ? "array" : typeof value;
}

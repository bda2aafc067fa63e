import type { AnyApi } from "@reeve/contract";
import { type Reeve, startReeve } from "@reeve/service";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { apis } from "../apis.ts";
import { documentedRows } from "../documented-rows.ts";
import { expectAnswer, type Walker, walker } from "../walk.ts";
import { missingForCassandra, titled } from "./available.ts";
import { openRows } from "./rows.ts";

/** Requests every row of the database's API document from real nodes, and compares the answers with the simulation's. */

const missing = await missingForCassandra();
const api = apis.find(({ name }) => name === "wide-column") as AnyApi;
const rows = documentedRows.filter((row) => row.api === "wide-column");
const settings = { NODE_COUNT: 2, NODE_MEM: 640 };

describe.skipIf(missing !== undefined)(titled("the database's document over real nodes", missing), () => {
  let reeve: Reeve;
  let real: Walker;
  let simulated: Walker;

  beforeAll(async () => {
    reeve = await startReeve({
      services: {
        real: { kind: "wide-column", engine: "cassandra", settings },
        simulated: { kind: "wide-column", pace: 0, settings },
      },
    });
    real = walker(reeve, "real", 1_200_000);
    simulated = walker(reeve, "simulated");
    await Promise.all([real.quiet(), simulated.quiet()]);
    // A backup of an empty database would prove nothing, so there is some data.
    await using made = await openRows(await reeve.addresses("real"), 2, "demo");
    await made.execute("INSERT INTO demo.rows (id, value) VALUES (0, 'zero')");
  }, 1_500_000);
  afterAll(() => reeve?.close(), 60_000);

  test.each(rows.flatMap((row) => row.methods.map((method) => [method, row.path, row.query, row] as const)))(
    "%s %s %s",
    { timeout: 120_000 },
    async (method, path, _, row) => {
      if (path === "/restore/start") await dropDemo(await reeve.addresses("real"));
      const [ofReal, ofSimulated] = await Promise.all([real.walk(method, row), simulated.walk(method, row)]);
      expectAnswer(api, "W1", method, row, ofReal);
      expect(ofReal.status, ofReal.text).toBe(ofSimulated.status);
      expect(keysOf(ofReal.body), path).toEqual(keysOf(ofSimulated.body));
    },
  );
});

/** Removes the data, because a restore needs an empty cluster. */
async function dropDemo(addresses: readonly string[]): Promise<void> {
  await using made = await openRows(addresses, 2, "other");
  await made.execute("DROP KEYSPACE demo");
}

const keysOf = (body: unknown) => Object.keys(body as object).sort();

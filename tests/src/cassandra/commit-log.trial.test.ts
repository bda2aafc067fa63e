import { types } from "cassandra-driver";
import { afterEach, expect, test } from "vitest";
import { WELL_WITHIN } from "../random-kills.ts";
import { missingForCassandra, titled } from "./available.ts";
import { driverAt, openRows } from "./rows.ts";
import { type DatabaseProgram, databaseProgram } from "./service.ts";

/**
 * `npm run trial commit-log` measures what each way of syncing the commit log costs a client that writes at QUORUM to three nodes on one
 * disk, in turns, so that a disturbance of the machine meets all of them.
 */

const turns = Number(process.env.REEVE_COMMIT_LOG_TURNS ?? 0);
const missing = turns === 0 ? "a trial of its own" : await missingForCassandra();

const WAYS = {
  periodic: { commitlog_sync: "periodic" },
  group: { commitlog_sync: "group" },
  batch: { commitlog_sync: "batch" },
} as const;
const LANES = [1, 32] as const;
/** Milliseconds of a measurement, after as many of warming up. */
const MEASURED = 8000;
const QUORUM = { consistency: types.consistencies.quorum, prepare: true };

let service: DatabaseProgram | undefined;
afterEach(() => service?.[Symbol.dispose](), 60_000);

const database = (engineConfiguration: Readonly<Record<string, string>>) =>
  ({
    kind: "wide-column",
    engine: "cassandra",
    settings: { NODE_COUNT: 3, NODE_MEM: 768 },
    engineConfiguration,
  }) as const;

/** Writes in this many lanes without a pause. Returns the milliseconds of each write, sorted. */
async function write(addresses: readonly string[], lanes: number): Promise<readonly number[]> {
  const client = driverAt(addresses);
  const took: number[] = [];
  let id = 0;
  const query = "INSERT INTO kept.rows (id, value) VALUES (?, ?)";
  const value = "x".repeat(500);
  const lane = async (until: number, into: number[]) => {
    while (performance.now() < until) {
      const begun = performance.now();
      await client.execute(query, [id++, value], QUORUM);
      into.push(performance.now() - begun);
    }
  };
  for (const into of [[], took]) {
    const until = performance.now() + MEASURED;
    await Promise.all(Array.from({ length: lanes }, () => lane(until, into)));
  }
  await client.shutdown();
  return took.sort((a, b) => a - b);
}

test.skipIf(missing !== undefined)(
  titled("the cost of each way", missing),
  {
    timeout: (turns + 1) * 3 * WELL_WITHIN,
  },
  async () => {
    service = databaseProgram(database(WAYS.periodic));
    await service.start();
    await service.client.plans.wait({}, { within: WELL_WITHIN });
    await (await openRows(await service.addresses(3), 3))[Symbol.asyncDispose]();
    const rows: string[] = [];
    for (let turn = 0; turn < turns; turn++) {
      for (const [way, settings] of Object.entries(WAYS)) {
        await service.deploy(database(settings));
        await service.client.plans.wait({}, { within: WELL_WITHIN });
        const addresses = await service.addresses(3);
        for (const lanes of LANES) {
          const took = await write(addresses, lanes);
          const at = (share: number) => (took[Math.floor(took.length * share)] ?? 0).toFixed(1);
          const figures = `${Math.round(took.length / (MEASURED / 1000))} writes/s, p50 ${at(0.5)} ms, p99 ${at(0.99)} ms`;
          rows.push(`${turn + 1} ${way} with ${lanes} at a time: ${figures}`);
          console.log(rows.at(-1));
        }
      }
    }
    expect(rows).toHaveLength(turns * Object.keys(WAYS).length * LANES.length);
    console.log(rows.sort((a, b) => (a.slice(2) < b.slice(2) ? -1 : 1)).join("\n"));
  },
);

import { setTimeout as sleep } from "node:timers/promises";
import { generator, seed } from "@reeve/testing/seeded";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { killAtRandom, WELL_WITHIN } from "../random-kills.ts";
import { missingForCassandra, titled } from "./available.ts";
import { openRows, type Rows } from "./rows.ts";
import { type DatabaseProgram, databaseProgram } from "./service.ts";

/**
 * `npm run trial database-kills` kills the service or a node REEVE_CASSANDRA_KILLS times, at random moments of rollouts and maintenance,
 * while a client writes and reads at QUORUM. It checks that every plan completes, no node runs twice, every acknowledged row is there, and
 * no process remains.
 */

const kills = Number(process.env.REEVE_CASSANDRA_KILLS ?? 0);
const missing = kills === 0 ? "a trial of its own" : await missingForCassandra();
const random = generator(seed);
const NODES = 3;
const MAINTENANCE: ReadonlySet<string> = new Set(["cleanup", "repair", "backup"]);

const database = (memory: number) =>
  ({ kind: "wide-column", engine: "cassandra", settings: { NODE_COUNT: NODES, NODE_MEM: memory } }) as const;

const place = { external_location: "s3://backups", s3_access_key: "any", s3_secret_key: "any" };

describe.skipIf(missing !== undefined)(titled("a database, killed at random", missing), () => {
  let service: DatabaseProgram;
  let rows: Rows;
  let reading = true;

  beforeAll(async () => {
    service = databaseProgram(database(640));
    await service.start();
    await service.client.plans.wait({}, { within: WELL_WITHIN });
    rows = await openRows(await service.addresses(NODES), NODES);
  }, WELL_WITHIN + 60_000);
  afterAll(async () => {
    reading = false;
    await rows?.[Symbol.asyncDispose]();
    service?.[Symbol.dispose]();
  }, 60_000);

  /** Reads acknowledged rows again and again. Returns the rows that were missing at any time. */
  async function read(): Promise<readonly number[]> {
    const gone = new Set<number>();
    for (; reading; await sleep(200)) {
      const all = rows.acknowledged;
      const some = Array.from({ length: 20 }, () => all[Math.floor(random() * all.length)]).filter((id) => id !== undefined);
      for (const id of await rows.missing(some).catch(() => [])) gone.add(id);
    }
    return [...gone];
  }

  /** The changes that an operator may request. */
  const changes: Readonly<Record<string, (round: number) => Promise<unknown>>> = {
    rollout: (round) => service.deploy(database(round % 2 === 0 ? 656 : 640)),
    restart: () => service.client.nodes.restart({ node: anyNode() }),
    replace: () => service.client.nodes.replace({ node: anyNode() }),
    repair: () => service.client.repair.start({ nodes: ["*"] }),
    cleanup: () => service.client.cleanup.start({ nodes: ["*"] }),
    backup: (round) => service.client.backup.start({ backup_name: `backup-${round}`, ...place }),
  };
  const anyNode = () => `node-${Math.floor(random() * NODES)}`;

  test(`after ${kills} kills (seed ${seed}), every plan completes, no task runs twice and no row is missing`, {
    timeout: 60_000 + kills * 300_000,
  }, async () => {
    const reader = read();
    const writer = rows.write(2);
    const twice = await killAtRandom({ service, running: NODES, kills, random, changes, maintenance: MAINTENANCE });
    const failed = await writer.stop();
    reading = false;
    console.log(`${rows.acknowledged.length} rows acknowledged, ${failed.length} writes failed: ${[...new Set(failed)]}`);
    expect(twice).toEqual([]);
    expect(await reader).toEqual([]);
    expect(await rows.missing()).toEqual([]);
    expect([...service.processes().values()].map((pids) => pids.length)).toEqual(Array(NODES).fill(1));
    await service.end();
    expect([...service.processes().keys()]).toEqual([]);
  });
});

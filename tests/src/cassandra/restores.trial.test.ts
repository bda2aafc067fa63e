import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { until } from "../service-program.ts";
import { missingForCassandra, titled } from "./available.ts";
import { type CountedStore, startCountedStore } from "./counted-store.ts";
import { openRows, type Rows } from "./rows.ts";
import { type DatabaseProgram, databaseProgram } from "./service.ts";

/**
 * `npm run trial database-restores` fills a table with REEVE_CASSANDRA_ROWS rows, backs it up under load, and restores it into another
 * cluster. The store, the service and a node are each killed in the middle of a backup and of a restore. If a plan stops, its errors are
 * printed and it is requested again, as an operator would.
 */

const count = Number(process.env.REEVE_CASSANDRA_ROWS ?? 0);
const missing = count === 0 ? "a trial of its own" : await missingForCassandra();
const NODES = 3;
/** Timeout in milliseconds of each part: on a busy machine, a million rows take most of an hour to write. */
const LIMIT = 3_600_000;
const TARGET = `target-${process.pid}`;
const VICTIMS = ["store", "service", "node"] as const;
const database = {
  kind: "wide-column",
  engine: "cassandra",
  settings: { NODE_COUNT: NODES, NODE_MEM: 640 },
} as const;

describe.skipIf(missing !== undefined)(titled(`backups of ${count} rows, killed in the middle`, missing), () => {
  let store: CountedStore;
  let service: DatabaseProgram;
  let rows: Rows;
  const place = (victim: string) => ({
    ...store.place,
    backup_name: "nightly",
    external_location: `s3://killed-${victim}`,
  });

  beforeAll(async () => {
    // The delay makes a backup so slow that a kill can happen in its middle.
    store = await startCountedStore({ delay: 300 });
    for (const victim of VICTIMS) store.makeBucket(`killed-${victim}`);
    service = databaseProgram(database, {
      objectStore: { endpoint: store.endpoint },
      services: { [TARGET]: database },
    });
    await service.start();
    for (const name of [service.name, TARGET]) await service.clientOf(name).plans.wait({}, { within: LIMIT });
    rows = await openRows(await service.addresses(NODES), NODES);
    const begun = Date.now();
    await rows.fill(count);
    console.log(`${count} rows written in ${secondsSince(begun)} s`);
  }, LIMIT);
  afterAll(async () => {
    await rows?.[Symbol.asyncDispose]();
    service?.[Symbol.dispose]();
    await store?.[Symbol.asyncDispose]();
  }, 60_000);

  async function planOf(instance: string, name: string): Promise<Plan> {
    const headers = { authorization: `token=${service.token}` };
    const answer = await fetch(`${service.url}/reeve/v1/services/${instance}/plans/${name}`, { headers });
    return (await answer.json()) as Plan;
  }

  async function kill(victim: (typeof VICTIMS)[number], instance: string): Promise<void> {
    if (victim === "store") {
      await store.kill();
      await sleep(5000);
      await store.start();
    } else if (victim === "service") {
      await service.kill();
      await sleep(1000);
      await service.start();
    } else {
      const [[pid = 0] = []] = [...service.processes(instance).values()];
      process.kill(pid, "SIGKILL");
    }
  }

  /** Waits until a plan is complete. Each time the plan stops, it is requested again with its keys. */
  async function well(instance: string, name: string, again: () => Promise<unknown>): Promise<void> {
    let said = "";
    await until(async () => {
      const plan = await planOf(instance, name).catch(() => undefined);
      if (plan?.status === "ERROR" || plan?.status === "WAITING") {
        const words = JSON.stringify(plan.phases.flatMap(({ steps }) => steps.filter(({ status }) => status !== "COMPLETE")));
        if (words !== said) console.log(`${name} has stopped: ${plan.status} ${words}`);
        said = words;
        await again().catch((error: Error) => console.log(`refused: ${error.message}`));
        await sleep(1000);
      }
      return plan?.status === "COMPLETE";
    }, LIMIT);
  }

  const request = (pattern: RegExp) => store.asked.filter((each) => pattern.test(each)).length;
  const isUnderWay = async (name: string, phase: string) =>
    (await planOf(TARGET, name)).phases.some((each) => each.name === phase && each.status === "IN_PROGRESS");

  test.each(VICTIMS)("a backup under load ends well when the %s is killed", { timeout: LIMIT }, async (victim) => {
    const writer = rows.write(2);
    store.asked.length = 0;
    const begun = Date.now();
    const start = async () => service.client.backup.start(place(victim));
    await start();
    await until(() => request(/^PUT .*\/~files\//) > 8);
    await kill(victim, service.name);
    await well(service.name, "backup", start);
    const took = secondsSince(begun);
    const failed = await writer.stop();
    expect((await service.client.backups.verify(place(victim))).problems).toEqual([]);
    const { tables } = await service.client.backups.show(place(victim));
    console.log(`${victim} killed: backup in ${took} s, ${failed.length} writes failed, ${JSON.stringify(tables)}`);
  });

  test.each(VICTIMS)("a restore ends well when the %s is killed, with every row", { timeout: LIMIT }, async (victim) => {
    const target = () => service.clientOf(TARGET);
    store.asked.length = 0;
    const begun = Date.now();
    const start = async () => target().restore.start(place(victim));
    await start();
    if (victim === "node") await until(() => isUnderWay("restore", "Restore"));
    else await until(() => request(/^GET .*\/~files\//) > 8);
    await kill(victim, TARGET);
    await well(TARGET, "restore", start);
    await target().plans.wait({}, { within: LIMIT });
    const took = secondsSince(begun);
    await using again = await openRows(await service.addresses(NODES, TARGET), NODES);
    const { equal, other, below } = await again.compare(count);
    console.log(`${victim} killed: restore in ${took} s, ${equal} rows equal, ${below} of the first ${count}`);
    expect(other).toEqual([]);
    expect(below).toBe(count);
    // The table is removed, because the next restore needs an empty cluster again.
    await again.execute("DROP KEYSPACE kept");
  });
});

interface Plan {
  readonly status: string;
  readonly phases: readonly {
    readonly name: string;
    readonly status: string;
    readonly steps: readonly { readonly status: string }[];
  }[];
}

const secondsSince = (begun: number) => Math.round((Date.now() - begun) / 1000);

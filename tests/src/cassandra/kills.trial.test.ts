import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { generator, seed } from "../seeded.ts";
import { until } from "../service-program.ts";
import { missingForCassandra, titled } from "./available.ts";
import { openRows, type Rows } from "./rows.ts";
import { type DatabaseProgram, databaseProgram } from "./service.ts";

/**
 * `npm run trial database-kills`: kills at random moments of rollouts and maintenance, as many as REEVE_CASSANDRA_KILLS says, the service or
 * a node, while a client writes and reads at QUORUM. Every plan completes, nothing runs twice, every acknowledged row is there, and no
 * process remains.
 */

const kills = Number(process.env.REEVE_CASSANDRA_KILLS ?? 0);
const missing = kills === 0 ? "a trial of its own" : await missingForCassandra();
const random = generator(seed);
const NODES = 3;
const WELL_WITHIN = 900_000;
const MAINTENANCE: ReadonlySet<string> = new Set(["cleanup", "repair", "backup"]);

const database = (memory: number) =>
  ({ kind: "wide-column", engine: "cassandra", settings: { NODE_COUNT: NODES, NODE_MEM: memory } }) as const;

const place = { external_location: "s3://backups", s3_access_key: "any", s3_secret_key: "any" };

describe.skipIf(missing !== undefined)(titled("a database, killed at random", missing), () => {
  let service: DatabaseProgram;
  let rows: Rows;
  const twice = new Set<string>();
  let watching = true;

  beforeAll(async () => {
    service = databaseProgram(database(640));
    await service.start();
    await service.client.plans.wait({}, { within: WELL_WITHIN });
    rows = await openRows(await service.addresses(NODES), NODES);
  }, WELL_WITHIN + 60_000);
  afterAll(async () => {
    watching = false;
    await rows?.[Symbol.asyncDispose]();
    service?.[Symbol.dispose]();
  }, 60_000);

  async function watch(): Promise<void> {
    for (; watching; await sleep(100)) {
      for (const [task, pids] of service.processes()) if (pids.length > 1) twice.add(`${task}: ${pids.join(", ")}`);
    }
  }

  /** Rows that were acknowledged some time ago are read again and again; the answer is which were missing once. */
  async function read(): Promise<readonly number[]> {
    const gone = new Set<number>();
    for (; watching; await sleep(200)) {
      const all = rows.acknowledged;
      const some = Array.from({ length: 20 }, () => all[Math.floor(random() * all.length)]).filter(
        (id) => id !== undefined,
      );
      for (const id of await rows.missing(some).catch(() => [])) gone.add(id);
    }
    return [...gone];
  }

  async function plans(): Promise<
    readonly { readonly name: string; readonly status: string; readonly text: string }[]
  > {
    const send = async (path: string) => {
      const headers = { authorization: `token=${service.token}` };
      return (await fetch(`${service.url}/reeve/v1/services/${service.name}/plans${path}`, { headers })).json();
    };
    const names = (await send("")) as readonly string[];
    return Promise.all(
      names.map(async (name) => {
        const plan = (await send(`/${name}`)) as { readonly status: string };
        return { name, status: plan.status, text: JSON.stringify(plan) };
      }),
    );
  }

  /** Waits until every plan is complete. Maintenance that a kill ended, or that waits for its keys, is requested again, as an operator would. */
  async function well(again: () => Promise<unknown>): Promise<void> {
    const isWell = async () => {
      const all = await plans();
      const stopped = all.find(
        ({ name, status }) => MAINTENANCE.has(name) && (status === "ERROR" || status === "WAITING"),
      );
      if (stopped) await again().catch(() => undefined);
      return all.every(({ status }) => status === "COMPLETE") && service.processes().size === NODES;
    };
    await until(isWell, WELL_WITHIN).catch(async (error: Error) => {
      throw new Error(`${error.message}\n${(await plans()).map(({ text }) => text).join("\n")}`);
    });
  }

  /** What an operator may ask for. */
  const changes: Readonly<Record<string, (round: number) => Promise<unknown>>> = {
    rollout: (round) => service.deploy(database(round % 2 === 0 ? 656 : 640)),
    restart: () => service.client.nodes.restart({ node: anyNode() }),
    replace: () => service.client.nodes.replace({ node: anyNode() }),
    repair: () => service.client.repair.start({ nodes: ["*"] }),
    cleanup: () => service.client.cleanup.start({ nodes: ["*"] }),
    backup: (round) => service.client.backup.start({ backup_name: `backup-${round}`, ...place }),
  };
  const anyNode = () => `node-${Math.floor(random() * NODES)}`;

  async function killSomething(): Promise<string> {
    if (random() < 0.4) {
      await service.kill();
      await sleep(random() * 2000);
      await service.start();
      return "service";
    }
    const running = [...service.processes()];
    const [task = "nothing", [pid = 0] = []] = running[Math.floor(random() * running.length)] ?? [];
    if (pid > 0) process.kill(pid, "SIGKILL");
    return task;
  }

  test(`${kills} times (seed ${seed}), every plan completes, nothing runs twice and no row is missing`, {
    timeout: 60_000 + kills * 300_000,
  }, async () => {
    const watcher = watch();
    const reader = read();
    const writer = rows.write(2);
    const names = Object.keys(changes);
    for (let round = 0; round < kills; round++) {
      const name = names[round % names.length] ?? "";
      const change = async () => changes[name]?.(round);
      const begun = Date.now();
      await change();
      await sleep(random() * 20_000);
      const killed = await killSomething();
      await well(change);
      console.log(`${round + 1}: ${name}, killed ${killed}, well after ${Math.round((Date.now() - begun) / 1000)} s`);
    }
    const failed = await writer.stop();
    watching = false;
    await watcher;
    console.log(
      `${rows.acknowledged.length} rows acknowledged, ${failed.length} writes failed: ${[...new Set(failed)]}`,
    );
    expect([...twice]).toEqual([]);
    expect(await reader).toEqual([]);
    expect(await rows.missing()).toEqual([]);
    expect([...service.processes().values()].map((pids) => pids.length)).toEqual(Array(NODES).fill(1));
    await service.end();
    expect([...service.processes().keys()]).toEqual([]);
  });
});

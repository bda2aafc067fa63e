import { globSync, statSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import type { Proposal } from "@reeve/broker-models";
import { afterEach, describe, expect, test } from "vitest";
import { until } from "../service-program.ts";
import { missingForKafka, titled } from "./available.ts";
import { type ForeignView, foreignView, type InSyncWatch } from "./foreign-view.ts";
import { beginLoad, createTopic, fill, type Load } from "./load.ts";
import { type BrokerProgram, brokerProgram } from "./service.ts";

/**
 * Partitions move between real brokers while an independent client writes and reads, a broker and the service are killed, and a move is
 * stopped half way. Every acknowledged record must stay, no partition may have fewer in-sync replicas than min.insync.replicas, no throttle
 * may remain, and only the placement of topics may differ from before. Each test has its own cluster.
 */

const missing = await missingForKafka();

const brokers = (count: number) => ({ kind: "broker", engine: "kafka", settings: { BROKER_COUNT: count, BROKER_MEM: 256 } }) as const;

/** A replica that has been copied to a broker: its bytes, and the seconds until it was complete. */
interface Copied {
  readonly bytes: number;
  readonly seconds: number;
}

/** A topic with data: the number of its partitions, and the number of records of 1,024 bytes in each partition. */
const BULK = { topic: "bulk", partitions: 8, records: 5000 };

/** Its partitions move in one step, and for so long that the brokers' first fetches, which no throttle can limit, hardly count. */
const MUCH = { topic: "bulk", partitions: 5, records: 20_000 };

describe.skipIf(missing !== undefined)(titled("partitions move", missing), { timeout: 600_000 }, () => {
  let service: BrokerProgram;
  let load: Load;
  let view: ForeignView;
  let inSync: InSyncWatch;
  let settings: readonly string[];

  /**
   * Starts brokers with two topics: one with three replicas, which an independent client writes and reads, and one with data and two
   * replicas.
   */
  async function start(count: number, { topic, partitions, records } = BULK): Promise<void> {
    service = brokerProgram(brokers(count));
    await service.start();
    await service.client.plans.wait({}, { within: 600_000 });
    const bootstrap = await service.bootstrap();
    await createTopic(bootstrap, "orders", 2);
    await service.client.topics.create({ topic, partitions, replication: 2 });
    await fill(bootstrap, topic, partitions, records);
    view = await foreignView(bootstrap, ["orders", topic]);
    settings = await view.settings();
    load = await beginLoad(bootstrap, "orders");
    inSync = view.watchInSync();
  }

  afterEach(async () => {
    await inSync?.close();
    await view?.close();
    await load?.close();
    service?.[Symbol.dispose]();
  }, 120_000);

  const statusOf = async (plan: string) => (await service.client.plans.inspect({ plan }).catch(() => undefined))?.status ?? "UNKNOWN";

  /** Waits until a plan is complete. The service may be down meanwhile. */
  async function complete(plan = "partitions"): Promise<void> {
    await until(async () => {
      const status = await statusOf(plan);
      if (status === "ERROR") throw new Error(JSON.stringify(await service.client.plans.inspect({ plan })));
      return status === "COMPLETE";
    });
  }

  const moving = () => service.client.partitions.list({ only: "moving" });

  /** Kills a broker and then the service, and starts the service again. The moves continue meanwhile. */
  async function kill(broker: string): Promise<void> {
    await until(async () => (await moving()).length > 0, 60_000);
    const [pid = 0] = service.processes().get(`${broker}-node`) ?? [];
    process.kill(pid, "SIGKILL");
    await sleep(2000);
    await service.kill();
    await sleep(1000);
    await service.start();
  }

  /**
   * Expects that every partition has the wanted number of replicas, all of them in sync, and that topics have the same settings as before.
   */
  async function expectWhole(copies: Readonly<Record<string, number>>): Promise<void> {
    await until(async () => (await service.client.topics.underReplicated()).message === "", 60_000);
    for (const { topic, partition, replicas, isr, joins, leaves } of await service.client.partitions.list()) {
      const wanted = copies[topic];
      if (wanted === undefined) continue;
      const result = { copies: new Set(replicas).size, inSync: isr.length, moving: joins.length + leaves.length };
      expect([`${topic}-${partition}`, result]).toEqual([`${topic}-${partition}`, { copies: wanted, inSync: wanted, moving: 0 }]);
    }
    expect(await view.settings()).toEqual(settings);
    expect(inSync.fewer).toEqual([]);
  }

  /**
   * Expects that the independent client finds every acknowledged record at its position, both at the end and with the reader that read
   * during the writes.
   */
  async function expectNothingLost(): Promise<void> {
    const { acknowledged, read, lost } = await load.finish();
    console.log(`${acknowledged} records acknowledged, ${read} read meanwhile`);
    expect(acknowledged).toBeGreaterThan(100);
    expect(lost).toEqual([]);
    expect(read).toBeGreaterThanOrEqual(acknowledged);
  }

  /** The bytes of each copy of the topic `bulk` on the disks of the brokers, as `BROKER/PARTITION`. */
  function bytesOnDisk(): ReadonlyMap<string, number> {
    const entries = new Map<string, number>();
    for (const [task, [pid]] of service.processes()) {
      const broker = /^broker-(\d+)-node$/.exec(task)?.[1];
      if (broker === undefined) continue;
      const folder = `/proc/${pid}/cwd/broker-data`;
      for (const file of globSync("bulk-*/*.log", { cwd: folder })) {
        const copy = `${broker}/${file.split("/")[0]?.slice("bulk-".length)}`;
        entries.set(copy, (entries.get(copy) ?? 0) + statSync(`${folder}/${file}`).size);
      }
    }
    return entries;
  }

  /** The bytes of each new copy once it is complete, and the seconds until then. */
  async function copyTimes(before: ReadonlyMap<string, number>): Promise<ReadonlyMap<string, Copied>> {
    const begun = performance.now();
    const copies = new Map<string, Copied>();
    const whole = Math.max(...before.values());
    await until(async () => {
      const now = bytesOnDisk();
      for (const [copy, bytes] of now) {
        if (before.has(copy) || bytes <= (copies.get(copy)?.bytes ?? 0)) continue;
        copies.set(copy, { bytes, seconds: (performance.now() - begun) / 1000 });
      }
      await sleep(100);
      return copies.size === MUCH.partitions && [...copies.values()].every(({ bytes }) => bytes >= 0.999 * whole);
    }, 300_000);
    return copies;
  }

  /** The bytes a second that each broker got and sent. */
  function ratesOf(copies: ReadonlyMap<string, Copied>, leaders: ReadonlyMap<number, number>): ReadonlyMap<string, number> {
    const all = new Map<string, Copied>();
    for (const [copy, { bytes, seconds }] of copies) {
      const [broker = "", partition] = copy.split("/");
      for (const who of [`${broker} gets`, `${leaders.get(Number(partition))} sends`]) {
        const known = all.get(who) ?? { bytes: 0, seconds: 0 };
        all.set(who, { bytes: known.bytes + bytes, seconds: Math.max(known.seconds, seconds) });
      }
    }
    return new Map([...all].map(([who, { bytes, seconds }]) => [who, bytes / seconds]));
  }

  const counts = ({ brokers: balances }: Proposal) => balances.map(({ before }) => before.replicas);

  test("three brokers become five and are balanced, in spite of kills of a broker and of the service", async () => {
    await start(3);
    await service.deploy(brokers(5));
    await complete("deploy");
    const proposal = await service.client.partitions.balance({ throttle: "3MB/s" });
    expect(proposal.moves.length).toBeGreaterThan(0);
    await kill("broker-1");
    await complete();
    await expectWhole({ orders: 3, bulk: 2 });
    // The topic `orders` has grown during the move, because a client writes to it. By size another move may therefore be due, but by the
    // number of replicas none is.
    const after = counts(await service.client.partitions.proposal({}));
    expect(Math.max(...after) - Math.min(...after)).toBeLessThanOrEqual(1);
    await expectNothingLost();
    await complete("recovery");
    await service.client.partitions.balance({ throttle: "none" });
    await complete();
    expect((await service.client.partitions.balance({})).moves).toEqual([]);
  });

  test("a broker is emptied and removed, in spite of kills of a broker and of the service", async () => {
    await start(4);
    await service.deploy(brokers(3));
    await kill("broker-0");
    await complete("deploy");
    expect(await service.client.pods.list()).toEqual(["broker-0", "broker-1", "broker-2"]);
    expect(service.processes().get("broker-3-node") ?? []).toEqual([]);
    expect(await view.brokers()).toEqual([0, 1, 2]);
    await expectWhole({ orders: 3, bulk: 2 });
    await expectNothingLost();
  });

  test("a removal that is revoked while a broker is emptied leaves no throttle behind", async () => {
    await start(4);
    await service.deploy(brokers(3));
    await until(async () => (await moving()).length > 0, 60_000);
    await service.deploy(brokers(4));
    await complete("deploy");
    expect(await service.client.pods.list()).toEqual(["broker-0", "broker-1", "broker-2", "broker-3"]);
    await expectWhole({ orders: 3, bulk: 2 });
    await expectNothingLost();
  });

  test("replication two becomes three, in spite of kills of a broker and of the service", async () => {
    await start(3);
    await service.client.topics.replication({ topic: "bulk", copies: 3, throttle: "2MB/s" });
    await kill("broker-2");
    await complete();
    await expectWhole({ orders: 3, bulk: 3 });
    await service.client.topics.replication({ topic: "bulk", copies: 2, throttle: "none" });
    await complete();
    await expectWhole({ orders: 3, bulk: 2 });
    await expectNothingLost();
  });

  test("a move that is stopped half way is taken back", async () => {
    await start(4);
    const copies = async (numbers: ReadonlySet<number>) =>
      (await service.client.partitions.list({ topics: "bulk" }))
        .filter(({ partition }) => numbers.has(partition))
        .map(({ partition, isr }) => [partition, isr.toSorted()]);
    const before = await copies(new Set(Array(BULK.partitions).keys()));
    await service.client.partitions.balance({ away_from: "broker-3", throttle: "100kB/s" });
    const isOfBulk = ({ topic }: { readonly topic: string }) => topic === "bulk";
    await until(async () => (await moving()).some(isOfBulk), 120_000);
    await sleep(5000);
    const onTheirWay = new Set((await moving()).filter(isOfBulk).map(({ partition }) => partition));
    expect(onTheirWay.size).toBeGreaterThan(0);
    expect((await service.client.partitions.stop()).changed).toBe(true);
    await complete();
    // Stopped moves are undone, so their partitions have the same replicas as before.
    expect(await copies(onTheirWay)).toEqual(before.filter(([partition]) => onTheirWay.has(Number(partition))));
    await expectWhole({ orders: 3, bulk: 2 });
    await expectNothingLost();
  });

  test("replicas are copied as fast as the throttle allows, within a tenth", async () => {
    await start(3, MUCH);
    const rate = 1e6;
    const leaders = new Map((await service.client.partitions.list({ topics: "bulk" })).map(({ partition, leader }) => [partition, leader]));
    const before = bytesOnDisk();
    const begun = performance.now();
    const proposal = await service.client.topics.replication({ topic: "bulk", copies: 3, throttle: "1MB/s" });
    expect(proposal.throttle).toBe(rate);
    const copied = copyTimes(before);
    await complete();
    const seconds = (performance.now() - begun) / 1000;
    const rates = ratesOf(await copied, leaders);
    console.log(`${proposal.bytes} bytes, ${proposal.seconds} s expected, ${seconds.toFixed(1)} s taken`);
    console.log([...rates].map(([who, each]) => `broker ${who} ${(each / 1e6).toFixed(3)} MB/s`).join("\n"));
    // No broker is faster than the throttle, and the broker with the most to copy is as fast.
    const fastest = Math.max(...rates.values());
    expect(fastest).toBeLessThan(1.1 * rate);
    expect(fastest).toBeGreaterThan(0.9 * rate);
    expect(seconds).toBeGreaterThan(0.9 * (proposal.seconds ?? 0));
    expect(seconds).toBeLessThan(1.1 * (proposal.seconds ?? 0));
    await expectWhole({ orders: 3, bulk: 3 });
    await expectNothingLost();
  });

  test("leaders are the first replicas again after a rolling restart, automatically and on request", async () => {
    await start(3);
    const others = async () =>
      (await service.client.partitions.list({ topics: "orders,bulk" })).filter(({ leader, replicas }) => leader !== replicas[0]);
    await service.client.pods.restart({ node: "broker-1" });
    await until(async () => (await others()).length > 0, 60_000);
    await complete("recovery");
    await until(async () => (await others()).length === 0, 30_000);
    await service.client.partitions.electLeaders();
    await complete();
    expect(await others()).toEqual([]);
    await expectWhole({ orders: 3, bulk: 2 });
    await expectNothingLost();
  });
});

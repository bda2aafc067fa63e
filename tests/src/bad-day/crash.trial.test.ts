import { setTimeout as sleep } from "node:timers/promises";
import { generator, seed } from "@reeve/testing/seeded";
import { afterEach, describe, expect, test } from "vitest";
import { titled } from "../real-engine.ts";
import { CLUSTERS, type RunningCluster } from "./days.ts";
import { killEverything, runs } from "./harm.ts";

/**
 * Kills the service and all nodes in the same moment, again and again, while a foreign client writes. The database does it once more with
 * the periodic mode of its commit log, to show that the kills come at moments at which rows can be lost.
 */

const random = generator(seed);
let cluster: RunningCluster | undefined;
afterEach(async () => {
  await cluster?.client.close();
  cluster?.service[Symbol.dispose]();
}, 60_000);

const PERIODIC = { commitlog_sync: "periodic" };

const cases = CLUSTERS.flatMap((each) => [
  { ...each, how: each.title, first: each.definition(), isLosing: false },
  ...(each.title === "database"
    ? [{ ...each, how: "database, periodic", first: each.definition(PERIODIC), isLosing: true }]
    : []),
]);

describe.for(cases)("a crash of everything: $how", (each) => {
  test(`after ${runs} crashes (seed ${seed})`, { timeout: 600_000 + runs * 300_000 }, async ({ skip }) => {
    const unavailable = runs === 0 ? "a trial of its own" : await each.unavailable();
    if (unavailable !== undefined) skip(titled(each.how, unavailable));
    cluster = await each.start(each.first);
    const { service, client, well } = cluster;
    const lost: number[] = [];
    for (let round = 0; round < runs; round++) {
      const stop = await client.write();
      await sleep(3000 + random() * 5000);
      await killEverything(service);
      await service.start();
      await Promise.all([stop(), well()]);
      lost.push((await client.missing()).length);
      console.log(`${each.how}: ${round + 1}: ${client.acknowledged} acknowledged, ${lost.at(-1)} missing`);
    }
    if (each.isLosing) expect(Math.max(...lost)).toBeGreaterThan(0);
    else expect(Math.max(...lost)).toBe(0);
  });
});

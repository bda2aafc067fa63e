import { setTimeout as sleep } from "node:timers/promises";
import { generator, seed } from "@reeve/testing/seeded";
import { expect } from "vitest";
import { CLUSTERS } from "./days.ts";
import { killEverything, partOfDay, readBack, runs } from "./harm.ts";

/**
 * Kills the service and all nodes in the same moment, again and again, while a foreign client writes. The database does it once more with
 * the periodic mode of its commit log, to show that the kills come at moments at which rows can be lost.
 */

const random = generator(seed);
const PERIODIC = { commitlog_sync: "periodic" };
const periodic = CLUSTERS.filter(({ title }) => title === "database").map((database) => ({
  ...database,
  title: "database, periodic",
  start: () => database.start(database.definition(PERIODIC)),
}));

partOfDay({
  title: "a crash of everything",
  engines: [...CLUSTERS, ...periodic],
  async through(each, started) {
    const cluster = started(await each.start());
    const { service, client, well } = cluster;
    const lost: number[] = [];
    for (let round = 0; round < runs; round++) {
      const stop = await client.write();
      await sleep(3000 + random() * 5000);
      await killEverything(service);
      await service.start();
      await Promise.all([stop(), well()]);
      lost.push((await readBack(`${each.title} after crash ${round + 1}`, cluster)).length);
    }
    if (periodic.some(({ title }) => title === each.title)) expect(Math.max(...lost)).toBeGreaterThan(0);
    else expect(Math.max(...lost)).toBe(0);
  },
});

import { setTimeout as sleep } from "node:timers/promises";
import { generator, seed } from "@reeve/testing/seeded";
import { afterAll, expect } from "vitest";
import { CLUSTERS } from "./days.ts";
import { type Disk, makeDisk, noDisks } from "./disk.ts";
import { killEverything, partOfDay, readBack, runs, signalNodes, withVariables } from "./harm.ts";

/**
 * The machine loses its power: the service and all nodes end in the same moment, and their common disk loses everything that was not
 * flushed. The database flushes its commit log. Brokers and data nodes leave the flushing to the operating system, as `reeve up` says, so
 * they lose what was written last; with the settings that it names, they must lose nothing either.
 */

const random = generator(seed);
let disk: Disk | undefined;
afterAll(() => disk?.[Symbol.dispose]());

const FLUSHED: Readonly<Record<string, Readonly<Record<string, string | number | boolean>>>> = {
  brokers: { "log.flush.interval.messages": 1 },
  "file system": { "dfs.datanode.synconclose": true },
};
/** The engines that lose what was written last, which shows that the power failure is one. */
const LOSING: ReadonlySet<string> = new Set(["brokers", "file system"]);

const engines = CLUSTERS.flatMap((each) => {
  const settings = FLUSHED[each.title];
  if (!settings) return [each];
  const flushed = { ...each, title: `${each.title}, flushed`, start: () => each.start(each.definition(settings)) };
  return [each, flushed];
});

partOfDay({
  title: "a power failure",
  impossible: noDisks,
  engines,
  async through(each, started) {
    disk?.[Symbol.dispose]();
    const own = makeDisk(6000);
    disk = own;
    const cluster = started(await withVariables({ TMPDIR: own.path }, () => each.start()));
    const { service, client, well } = cluster;
    const lost: number[] = [];
    for (let round = 0; round < runs; round++) {
      const stop = await client.write();
      await sleep(4000 + random() * 5000);
      // Processes that were still running could acknowledge what the disk has lost already.
      signalNodes(service, "SIGSTOP");
      own.losePower();
      await killEverything(service);
      await own.mount();
      await service.start();
      await Promise.all([stop(), well()]);
      lost.push((await readBack(`${each.title} after power failure ${round + 1}`, cluster)).length);
      // A file system that has lost blocks may stay in its safe mode after the next failure, until an operator ends this mode.
      if (LOSING.has(each.title) && Math.max(...lost) > 0) break;
    }
    if (LOSING.has(each.title)) expect(Math.max(...lost)).toBeGreaterThan(0);
    else expect(Math.max(...lost)).toBe(0);
  },
});

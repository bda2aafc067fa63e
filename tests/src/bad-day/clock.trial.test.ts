import { setTimeout as sleep } from "node:timers/promises";
import { generator, seed } from "@reeve/testing/seeded";
import { expect } from "vitest";
import { makeClock, noClock } from "./clock.ts";
import { killEverything, partOfDay, readBack, runs, withVariables } from "./harm.ts";

/**
 * The machine's time of day jumps, an hour ahead and back, while the service and the nodes run, and once between a crash of everything and
 * the next start. Nothing may be lost, no node may end, and a rollout must still go through.
 */

const HOUR = 3600;
const random = generator(seed);

partOfDay({
  title: "a clock that jumps",
  impossible: noClock(),
  async through(each, started) {
    using clock = await makeClock();
    await withVariables(clock.environment, async () => {
      const cluster = started(await each.start());
      const { service, client, well } = cluster;
      const processes = () => JSON.stringify([...service.processes()].sort());
      const stop = await client.write();
      const before = processes();
      for (let round = 0; round < runs; round++) {
        for (const seconds of [HOUR, 0, -HOUR, 0]) {
          clock.put(seconds);
          await sleep(5000 + random() * 5000);
        }
      }
      expect(processes()).toBe(before);
      clock.put(-HOUR);
      await service.deploy(each.definition({}, each.title === "file system" ? 200 : 704));
      clock.put(HOUR);
      await well();
      await killEverything(service);
      clock.put(-HOUR);
      await service.start();
      await well();
      await stop();
      expect(await readBack(`${each.title} after ${runs} rounds of jumps`, cluster)).toEqual([]);
    });
  },
});

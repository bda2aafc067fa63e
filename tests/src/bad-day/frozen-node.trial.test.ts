import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "vitest";
import { until } from "../service-program.ts";
import { partOfDay, readBack, runs, signalNodes } from "./harm.ts";

/** A node freezes: it has its ports and its memory, but does nothing. The service must notice it, kill it and launch it again. */

/** Milliseconds within which a frozen node is replaced by a new process. Its health check fails six times before. */
const NOTICED = 300_000;

partOfDay({
  title: "a frozen node",
  async through(each, started) {
    const cluster = started(await each.start());
    const { service, client, well } = cluster;
    for (let round = 0; round < runs; round++) {
      const stop = await client.write();
      await sleep(3000);
      const task = `${each.node}-node`;
      const [frozen = 0] = service.processes().get(task) ?? [];
      const before = client.acknowledged;
      signalNodes(service, "SIGSTOP", each.node);
      const begun = Date.now();
      await until(() => (service.processes().get(task) ?? [frozen]).some((pid) => pid !== frozen), NOTICED);
      const seconds = Math.round((Date.now() - begun) / 1000);
      console.log(`${each.title}: launched again after ${seconds} s; ${client.acknowledged - before} acknowledged meanwhile`);
      expect(client.acknowledged).toBeGreaterThan(before);
      await well();
      await stop();
    }
    expect(await readBack(`${each.title} after ${runs} frozen nodes`, cluster)).toEqual([]);
  },
});

import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, expect } from "vitest";
import { type Disk, makeDisk, noDisks } from "./disk.ts";
import { partOfDay, readBack, withVariables } from "./harm.ts";

/** The disk of the service and of all nodes becomes full while a foreign client writes. Once there is room again, everything goes on. */

/** Milliseconds for which the disk stays full. */
const FULL = 60_000;

let disk: Disk | undefined;
afterAll(() => disk?.[Symbol.dispose]());

partOfDay({
  title: "a full disk",
  impossible: noDisks,
  async through(each, started) {
    disk?.[Symbol.dispose]();
    const own = makeDisk(6000);
    disk = own;
    const cluster = started(await withVariables({ TMPDIR: own.path }, () => each.start()));
    const { client, well } = cluster;
    const stop = await client.write();
    await sleep(5000);
    own.fill();
    await sleep(FULL);
    const { acknowledged } = client;
    own.empty();
    await well();
    for (const late = Date.now() + 300_000; client.acknowledged === acknowledged && Date.now() < late; )
      await sleep(200);
    expect(client.acknowledged).toBeGreaterThan(acknowledged);
    await stop();
    expect(await readBack(`${each.title} after a full disk`, cluster)).toEqual([]);
  },
});

import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, expect } from "vitest";
import { plansOf } from "../random-kills.ts";
import { until } from "../service-program.ts";
import type { RunningCluster } from "./days.ts";
import { type Disk, makeDisk, noDisks } from "./disk.ts";
import { partOfDay, readBack, withVariables } from "./harm.ts";

/**
 * The disk of the service and of all nodes becomes full while a foreign client writes. The service says so of every node and of the
 * instance, and launches nothing there. Once there is room again, everything goes on.
 */

/** Milliseconds for which the disk stays full. */
const FULL = 60_000;

const FULL_DISK = "is full: less than 64 MB are free; make room on it";

/** What the service says of each node and of the instance. */
async function amissIn({ service }: RunningCluster): Promise<readonly string[]> {
  const read = async (path: string) => {
    const answer = await fetch(`${service.url}/reeve/v1${path}`, {
      headers: { authorization: `token=${service.token}` },
    });
    return answer.text();
  };
  const own = `/services/${service.name}/nodes`;
  const nodes = (JSON.parse(await read(own)) as readonly { readonly node: string }[]).map(({ node }) => node);
  return Promise.all([read("/info"), ...nodes.map((node) => read(`${own}/${node}`))]);
}

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
    const since = Date.now();
    await until(async () => (await amissIn(cluster)).every((text) => text.includes(FULL_DISK)), FULL);
    await sleep(Math.max(0, since + FULL - Date.now()));
    const { acknowledged } = client;
    const before = new Map([...cluster.service.processes()]);
    console.log([...new Set(await amissIn(cluster))].join("\n"));
    for (const { name, text } of await plansOf(cluster.service)) console.log(name, text);
    own.empty();
    await well();
    for (const late = Date.now() + 300_000; client.acknowledged === acknowledged && Date.now() < late; )
      await sleep(200);
    expect(client.acknowledged).toBeGreaterThan(acknowledged);
    console.log(
      [...cluster.service.processes()]
        .filter(([task]) => !before.has(task))
        .map(([task]) => `launched again: ${task}`)
        .join("\n"),
    );
    await stop();
    expect(await readBack(`${each.title} after a full disk`, cluster)).toEqual([]);
  },
});

import { readdirSync } from "node:fs";
import { join } from "node:path";
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

/** The engines whose nodes stay up on a full disk, so that each needs at most one restart. */
const ONCE: ReadonlySet<string> = new Set(["database", "file system"]);

/** How often each task of a node was launched; of many launches, only the last ones are counted. */
function launchesIn({ service }: RunningCluster): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const folder of readdirSync(join(service.state, "nodes", service.name, "tasks"))) {
    const [task = ""] = folder.split("__");
    counts.set(task, (counts.get(task) ?? 0) + 1);
  }
  return counts;
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
    for (const { status, text } of await plansOf(cluster.service)) {
      if (status !== "COMPLETE") expect(text).toContain(FULL_DISK);
    }
    const { acknowledged } = client;
    own.empty();
    await well();
    for (const late = Date.now() + 300_000; client.acknowledged === acknowledged && Date.now() < late; ) await sleep(200);
    expect(client.acknowledged).toBeGreaterThan(acknowledged);
    const launches = launchesIn(cluster);
    console.log(`${each.title}: launches by task: ${JSON.stringify(Object.fromEntries(launches))}`);
    if (ONCE.has(each.title)) expect([...launches.values()].every((count) => count <= 2)).toBe(true);
    await stop();
    expect(await readBack(`${each.title} after a full disk`, cluster)).toEqual([]);
  },
});

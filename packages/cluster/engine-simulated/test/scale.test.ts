import { expect, test } from "vitest";
import { manualClock } from "../src/index.ts";
import { openInstance } from "./instance.ts";

test("with 1,000 brokers and 10,000 partitions, an event writes only the rows that it changes", {
  timeout: 120_000,
}, async () => {
  const [brokers, partitions, replication] = [1000, 10_000, 3];
  const clock = manualClock();
  const cluster = await openInstance({ kind: "broker", settings: { BROKER_COUNT: brokers } }, clock, {
    random: () => 0,
  });
  const launches = cluster.nodes().map(({ id }) => cluster.launch(id));
  await clock.advance(1000);
  await Promise.all(launches);
  const { administration } = cluster.cluster;
  await administration.create("orders", partitions, replication);

  const { writes } = cluster.engineStore;
  const touched = (partitions * replication) / brokers;
  for (const node of ["broker-0", "broker-500", "broker-999"]) {
    const before = writes.length;
    const stop = cluster.stop(node);
    await clock.advance(200);
    await stop;
    const launch = cluster.launch(node);
    await clock.advance(1000);
    await launch;
    expect(await cluster.ready(node)).toBe("ready");
    const rows = writes.slice(before);
    // The store is written once when the broker stops, once when it registers again, and once when it has caught up.
    expect(rows).toHaveLength(3);
    for (const written of rows) expect(written).toBeLessThanOrEqual(2 * touched + 2);
  }
  expect(await administration.underReplicated()).toEqual([]);
  await clock.advance(20_000);
  expect((await administration.describe("orders")).every(({ isr, leader }) => isr.length === 3 && leader >= 0)).toBe(true);
});

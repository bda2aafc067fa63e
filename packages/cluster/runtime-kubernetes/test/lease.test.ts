import { setTimeout as sleep } from "node:timers/promises";
import { type FakeCluster, startFakeCluster } from "@reeve/testing/fake-cluster";
import { expect, onTestFinished, test } from "vitest";
import { openClient } from "../src/api/client.ts";
import { roleRules } from "../src/index.ts";
import { type Lease, takeLease } from "../src/lease.ts";
import { objectNamesOf } from "../src/pods/names.ts";
import { type HeldClock, heldClock } from "./support/held-clock.ts";

const budget = { apiVersion: "policy/v1", kind: "PodDisruptionBudget", metadata: { name: "kafka" } };

test("a second service is refused while the first one renews the lease", async () => {
  const cluster = await fakeCluster();
  const clock = heldClock();
  await take(cluster, clock);
  const second = take(cluster, clock);
  const refused = expect(second).rejects.toThrow(/^kafka: another service \(.+\) runs this instance; stop that service first$/);
  await passing(clock, second);
  await refused;
});

test("the lease of a service that was killed is taken when it has expired, and that service may not act any more", async () => {
  const cluster = await fakeCluster();
  const [killed, clock] = [heldClock(), heldClock()];
  const first = await take(cluster, killed);
  const begun = clock.now();
  const taking = take(cluster, clock);
  await passing(clock, taking);
  const second = await taking;
  expect(clock.now() - begun).toBeGreaterThanOrEqual(10_000);
  expect(clock.now() - begun).toBeLessThan(20_000);
  await second.client.create("poddisruptionbudgets", budget);
  killed.pass(7000);
  await expect(first.client.delete("poddisruptionbudgets", "kafka")).rejects.toThrow(/another service may act for kafka/);
  const { signal } = new AbortController();
  const removing = first.client.exec("kafka-0", ["rm", "file"], signal);
  await expect(removing).rejects.toThrow(/another service may act for kafka/);
  expect(cluster.objects("poddisruptionbudgets")).toHaveLength(1);
});

test.each<[string, (clock: HeldClock) => void]>([
  [
    "whose clock is set back",
    (clock) => {
      clock.set(-3_600_000);
      clock.pass(7000);
    },
  ],
  // Only the time of day goes on meanwhile.
  ["whose machine was suspended", (clock) => clock.set(60_000)],
])("a service %s does not believe that it still holds a lease", async (_, befalls) => {
  const cluster = await fakeCluster();
  const [held, clock] = [heldClock(), heldClock()];
  const { client } = await take(cluster, held);
  const taking = take(cluster, clock);
  await passing(clock, taking);
  await (await taking).client.create("poddisruptionbudgets", budget);
  befalls(held);
  await expect(client.delete("poddisruptionbudgets", "kafka")).rejects.toThrow(/another service may act for kafka/);
  expect(cluster.objects("poddisruptionbudgets")).toHaveLength(1);
});

test("a service whose clock is set forward does not take the lease of another service sooner", async () => {
  const cluster = await fakeCluster();
  await take(cluster, heldClock());
  const clock = heldClock();
  const taking = take(cluster, clock);
  await passing(clock, taking, () => clock.set(10_000));
  expect(clock.elapsed()).toBeGreaterThanOrEqual(10_000);
});

test("a service that ends lets the next one act at once", async () => {
  const cluster = await fakeCluster();
  const clock = heldClock();
  const first = await take(cluster, clock);
  await first.release();
  const second = await take(cluster, clock);
  await second.client.create("poddisruptionbudgets", budget);
});

test("a service that could not renew its lease acts again when it has", async () => {
  const cluster = await fakeCluster();
  const clock = heldClock();
  const { client } = await take(cluster, clock);
  await cluster.down();
  clock.pass(7000);
  await expect(client.create("poddisruptionbudgets", budget)).rejects.toThrow(/hang up|ECONN/);
  await cluster.up();
  const created = (async () => {
    while (cluster.objects("poddisruptionbudgets").length === 0) {
      clock.pass(1000);
      await client.create("poddisruptionbudgets", budget).catch(() => sleep(5));
    }
  })();
  await created;
});

test("a lease that was made for another instance is left alone", async () => {
  const cluster = await fakeCluster();
  cluster.put("leases", { metadata: { name: "kafka", uid: "x", labels: {} }, spec: {} });
  await expect(take(cluster, heldClock())).rejects.toThrow(/the lease kafka already exists and belongs to something else/);
});

async function fakeCluster(): Promise<FakeCluster> {
  const cluster = await startFakeCluster(roleRules);
  onTestFinished(() => cluster.close());
  return cluster;
}

async function take(cluster: FakeCluster, clock: HeldClock): Promise<Lease> {
  const client = openClient({ server: cluster.server, namespace: "tests" }, "tests");
  onTestFinished(() => client.close());
  const names = objectNamesOf("kafka", "tests", "cluster.local");
  return takeLease({ client, names, instanceId: "one", clock, elapsed: clock.elapsed, log: () => undefined });
}

/** Advances the clock until a promise is settled. */
async function passing(clock: HeldClock, done: Promise<unknown>, meanwhile = () => {}): Promise<void> {
  let isOver = false;
  const over = () => {
    isOver = true;
  };
  void done.then(over, over);
  while (!isOver) {
    clock.pass(250);
    meanwhile();
    await sleep(5);
  }
}

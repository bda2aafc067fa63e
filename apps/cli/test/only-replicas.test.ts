import { createBrokerClient } from "@reeve/broker-client";
import { startReeve } from "@reeve/service";
import { expect, test } from "vitest";
import type { CommandContext } from "../src/operations/session.ts";
import { onlyReplicas } from "../src/services/broker.ts";

test("the confirmation of a replacement lists the partitions whose only in-sync replica is on that broker", async () => {
  await using reeve = await startReeve({ services: { kafka: { kind: "broker", pace: 0 } } }, { listen: false });
  const client = createBrokerClient({ url: reeve.url, token: reeve.token, fetch: reeve.fetch, service: "kafka" });
  await client.plans.wait({}, { within: 120_000 });
  await client.topics.create({ topic: "orders", partitions: 3, replication: 3 });
  const session = { client, options: () => ({}) };
  const detailOf = (input: object) => onlyReplicas({ session, input } as unknown as CommandContext);
  expect(await detailOf({ node: "broker-1" })).toBe("no partition has its only in-sync replica on broker-1");
  await client.topics.create({ topic: "alone", partitions: 6, replication: 1 });
  const expected = /^alone-\d, alone-\d have their only in-sync replica on broker-1: the Reeve service waits until/;
  expect(await detailOf({ node: "broker-1" })).toMatch(expected);
  expect(await detailOf({ broker: "1" })).toMatch(expected);
  expect(await detailOf({ node: 1 })).toMatch(expected);
  expect(await detailOf({ node: "controller-0" })).toBe("the node holds no partitions");
  for (const node of ["broker-0", "broker-1", "broker-2"]) reeve.kill("kafka", node);
  await reeve.close();
  expect(await detailOf({ node: "broker-1" })).toContain("cannot determine");
});

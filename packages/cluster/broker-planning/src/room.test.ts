import type { Layout, PlacedPartition } from "@reeve/orchestrator/engine";
import { expect, test } from "vitest";
import { fullBroker, roomFor } from "./propose.ts";

const MEGABYTE = 2 ** 20;

/** Three brokers of 100 MB each, and partitions of a topic. */
function layoutOf(partitions: readonly Partial<PlacedPartition>[], disk = 100 * MEGABYTE): Layout {
  return {
    brokers: [0, 1, 2].map((id) => ({ id, agent: `agent-${id}`, isRunning: true, isLeaving: false, disk })),
    partitions: partitions.map(
      (partition, number): PlacedPartition => ({
        topic: "orders",
        number,
        replicas: [0, 2],
        leaves: [],
        joins: [],
        leader: 0,
        isr: [0, 2],
        minInSync: 1,
        bytes: 0,
        ...partition,
      }),
    ),
  };
}

test("fewer brokers can have what all have where copies, copies in sync and disks allow it", () => {
  expect(roomFor(layoutOf([{}, { bytes: 40 * MEGABYTE }]), 2)).toEqual({ ready: true });
});

test("a topic keeps as many brokers as it has copies", () => {
  expect(roomFor(layoutOf([{ replicas: [0, 1, 2] }]), 2)).toEqual({
    ready: false,
    reason: "orders-0 has 3 copies, but only 2 brokers would remain; first lower the replication factor of orders",
  });
});

test("a topic keeps as many brokers as min.insync.replicas asks for", () => {
  expect(roomFor(layoutOf([{ replicas: [0, 2], minInSync: 2 }]), 1)).toEqual({
    ready: false,
    reason: "orders needs 2 copies in sync, but only 1 broker would remain; first lower its min.insync.replicas and its replication factor",
  });
});

test("the disks of the brokers that stay must hold what the others have", () => {
  const large = layoutOf([
    { replicas: [0], bytes: 60 * MEGABYTE },
    { replicas: [1], bytes: 60 * MEGABYTE },
    { replicas: [2], bytes: 60 * MEGABYTE },
  ]);
  expect(roomFor(large, 2)).toEqual({
    ready: false,
    reason: "broker-0 would need 120 MB but has only 100 MB; raise BROKER_DISK, or add brokers",
  });
});

test("a copy is there before the one that it replaces is deleted, so both need room", () => {
  const layout = layoutOf([
    { replicas: [0], bytes: 60 * MEGABYTE },
    { replicas: [1], bytes: 60 * MEGABYTE },
  ]);
  const exchange = [
    { topic: "orders", number: 0, from: [0], to: [1], bytes: 60 * MEGABYTE },
    { topic: "orders", number: 1, from: [1], to: [0], bytes: 60 * MEGABYTE },
  ];
  expect(fullBroker(layout, exchange)).toContain("broker-0 would need 120 MB but has only 100 MB");
});

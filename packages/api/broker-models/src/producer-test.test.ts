import { expect, test } from "vitest";
import { testProducer } from "./producer-test.ts";
import { readProducerTest } from "./read-producer-test.ts";

const interim = "50000 records sent, 9999.8 records/sec (9.77 MB/sec), 12.5 ms avg latency, 300.0 ms max latency.";
const last =
  "100000 records sent, 94339.622642 records/sec (92.13 MB/sec), 191.07 ms avg latency, 425.00 ms max latency, 184 ms 50th, 400 ms 95th, 421 ms 99th, 424 ms 99.9th.";

test("the figures of the last line are read", () => {
  const figures = readProducerTest(`Output: ${interim}\n${last}\n`);
  expect(figures).toMatchObject({
    records: 100_000,
    recordsPerSecond: 94_339.622642,
    megabytesPerSecond: 92.13,
    averageLatency: 191.07,
    maximumLatency: 425,
  });
  expect([...(figures?.percentiles ?? [])]).toEqual([
    [50, 184],
    [95, 400],
    [99, 421],
    [99.9, 424],
  ]);
});

test.each(["", "no figures", interim])("%j has none", (message) => {
  expect(readProducerTest(message)).toBeUndefined();
});

test("the timeout grows with the number of records, and a slow machine reaches it", () => {
  expect(testProducer.timeout?.({ topic: "t", messages: 100 })).toBe(60_050);
  expect(testProducer.timeout?.({ topic: "t", messages: 1_000_000 })).toBe(560_000);
});
